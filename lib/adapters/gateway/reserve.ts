import type { BudgetName, EachBudget } from '#domain/spending/budgets.ts';
import type { Clock } from '#ports/clock.ts';
import type { Spending, SpendingAccounts } from '#ports/spending.ts';
import type { Refusal } from './refusals.ts';

export interface Order {
  readonly accounts: SpendingAccounts;
  readonly amount: number;
  /** Longest wait for others to settle. */
  readonly heldMs: number;
  readonly signal: AbortSignal;
}

export interface ReserveDeps {
  readonly spending: Spending;
  readonly clock: Clock;
}

const pauseMs = 200;

/** Sets an amount aside; waits while others hold the rest of a budget, and refuses once it is spent. */
export async function reserve(
  deps: ReserveDeps,
  order: Order,
): Promise<{ readonly id: string } | Refusal> {
  const until = deps.clock.now() + order.heldMs;
  for (;;) {
    const outcome = await deps.spending
      .reserve(order.accounts, order.amount)
      .catch(() => undefined);
    if (outcome === undefined) return unavailable;
    if (outcome.kind === 'reserved') return outcome;
    if (outcome.kind === 'spent') return spent(outcome.budget);
    if (deps.clock.now() >= until) return held(outcome.budget);
    await deps.clock.sleep(pauseMs, order.signal);
  }
}

const names: EachBudget<string> = {
  attempt: 'attempt',
  pullRequest: 'pull request',
  month: 'month',
};

function spent(budget: BudgetName): Refusal {
  const sentence = `The rest of the budget of this ${names[budget]} does not pay for this request; stop here.`;
  return { code: 'budget_exceeded', sentence };
}

function held(budget: BudgetName): Refusal {
  const sentence = `Other requests hold the rest of the budget of this ${names[budget]}; try again later.`;
  return { code: 'budget_held', sentence };
}

const unavailable: Refusal = {
  code: 'spending_unavailable',
  sentence: 'The gateway cannot tell what is left of the budget; try again later.',
};
