import { createDynamoSpending } from '#store/dynamo/spending.ts';
import { budgetLimits } from '#config/budget-limits.ts';
import { loadConfig } from '#config/load.ts';
import { formatProblem } from '#config/problems.ts';
import type { Spending } from '#gateway/needs/spending.ts';
import type { Control } from './open-control.ts';

/** The ledger of all repositories, with the limits that the stack sets. */
export function openSpending(control: Control): Spending {
  const { env, overrides } = control;
  const loaded = loadConfig({ env, overrides });
  if (loaded.kind === 'invalid') {
    throw new Error(`The settings of the stack: ${loaded.problems.map(formatProblem).join('; ')}`);
  }
  return createDynamoSpending(control, { limits: budgetLimits(loaded.config.budgets) });
}
