import { createDynamoSpending } from '#store/dynamo/spending.ts';
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
  const { attemptUsd, pullRequestUsd, monthUsd } = loaded.config.budgets;
  const limits = {
    attempt: micros(attemptUsd),
    pullRequest: micros(pullRequestUsd),
    month: micros(monthUsd),
  };
  return createDynamoSpending(control, { limits });
}

function micros(usd: number): number {
  return Math.floor(usd * 1_000_000);
}
