import type { EachBudget } from '#gateway/rules/spending/budgets.ts';
import type { Spending, SpendingAccounts } from '#gateway/needs/spending.ts';
import type { ManualClock } from '../../support/manual-clock.ts';

/** A ledger with these limits, and the clock that it goes by. */
export interface Subject {
  readonly spending: Spending;
  readonly clock: ManualClock;
}

export const limits: EachBudget<number> = { attempt: 100, pullRequest: 150, month: 200 };

export const expiryMs = 60_000;

export const accounts: SpendingAccounts = { attempt: 'a', pullRequest: 'p', month: '2026-11' };

export const otherAttempt: SpendingAccounts = { ...accounts, attempt: 'b' };

/** Reserves what must fit and gives the id. */
export async function reserved(
  spending: Spending,
  amount: number,
  payers: SpendingAccounts = accounts,
): Promise<string> {
  const outcome = await spending.reserve(payers, amount);
  if (outcome.kind !== 'reserved') throw new Error(`${amount} did not fit: ${outcome.budget}`);
  return outcome.id;
}

/** What all budgets of these accounts show where they paid for the same. */
export function all(spent: number, held: number) {
  return {
    attempt: { limit: limits.attempt, spent, reserved: held },
    pullRequest: { limit: limits.pullRequest, spent, reserved: held },
    month: { limit: limits.month, spent, reserved: held },
  };
}
