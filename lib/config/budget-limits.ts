import type { EachBudget } from '#gateway/rules/spending/budgets.ts';
import { microDollars } from '#gateway/rules/spending/prices.ts';
import type { Config } from './schema.ts';

/** What the configured budgets are to the ledger, in micro-dollars. */
export function budgetLimits(budgets: Config['budgets']): EachBudget<number> {
  return {
    attempt: microDollars(budgets.attemptUsd),
    pullRequest: microDollars(budgets.pullRequestUsd),
    month: microDollars(budgets.monthUsd),
  };
}
