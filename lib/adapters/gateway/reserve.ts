import { affordableOutput, amountOf } from '#domain/spending/amounts.ts';
import { type BudgetName, type EachBudget, exhausted, leftIn } from '#domain/spending/budgets.ts';
import type { ModelPrice } from '#domain/spending/prices.ts';
import type { Tokens } from '#domain/spending/tokens.ts';
import type { Clock } from '#ports/clock.ts';
import type { Spending, SpendingAccounts } from '#ports/spending.ts';
import type { Refusal } from './refusals.ts';

export interface Order {
  readonly accounts: SpendingAccounts;
  readonly price: ModelPrice;
  /** Asked anew for each try: it may come to less once other requests have ended. */
  readonly input: () => Tokens;
  /** Whether it may still come to less. */
  readonly mayShrink: () => boolean;
  readonly output: { readonly asked: number; readonly least: number };
  /** Longest wait for others to settle. */
  readonly heldMs: number;
  readonly signal: AbortSignal;
}

export interface Reserved {
  readonly id: string;
  readonly input: Tokens;
  /** What the rest of the budget pays, where that is less than what was asked for. */
  readonly outputTokens: number;
}

export interface ReserveDeps {
  readonly spending: Spending;
  readonly clock: Clock;
}

const pauseMs = 200;

/**
 * Sets aside what a request may come to. Where the rest of a budget pays for a shorter answer only, that is what may
 * come; where others hold it, they are waited for; where it is spent, the request is refused.
 */
export async function reserve(deps: ReserveDeps, order: Order): Promise<Reserved | Refusal> {
  const until = deps.clock.now() + order.heldMs;
  let outputTokens = order.output.asked;
  for (;;) {
    const tried = await tryOnce(deps, order, outputTokens).catch(() => unavailable);
    if ('id' in tried || 'code' in tried) return tried;
    if ('affordable' in tried && tried.affordable < outputTokens) {
      outputTokens = tried.affordable;
      continue;
    }
    if (deps.clock.now() >= until) return held(tried.budget);
    await deps.clock.sleep(pauseMs, order.signal);
    outputTokens = order.output.asked;
  }
}

type Tried =
  | Reserved
  | Refusal
  | { readonly affordable: number; readonly budget: BudgetName }
  | { readonly budget: BudgetName };

async function tryOnce(
  { spending }: ReserveDeps,
  { accounts, price, input: inputNow, mayShrink, output }: Order,
  outputTokens: number,
): Promise<Tried> {
  const input = inputNow();
  const amount = amountOf({ ...input, output: outputTokens }, price);
  if (amount === 0) {
    const used = exhausted(await spending.balance(accounts));
    if (used !== undefined) return spent(used);
  }
  const outcome = await spending.reserve(accounts, amount);
  if (outcome.kind === 'reserved') return { id: outcome.id, input, outputTokens };
  const { kind, budget } = outcome;
  if (kind === 'held') return { budget };
  const left = leftIn(await spending.balance(accounts));
  const affordable = Math.min(affordableOutput(left.now, input, price), output.asked);
  if (affordable >= output.least) return { affordable, budget };
  const isWaiting = affordableOutput(left.atMost, input, price) >= output.least || mayShrink();
  return isWaiting ? { budget } : spent(budget);
}

/** Why nothing may be done on these accounts, not even what is free. */
export async function closed(
  { spending }: Pick<ReserveDeps, 'spending'>,
  accounts: SpendingAccounts,
): Promise<Refusal | undefined> {
  try {
    const used = exhausted(await spending.balance(accounts));
    return used && spent(used);
  } catch {
    return unavailable;
  }
}

const names: EachBudget<string> = {
  attempt: 'attempt',
  pullRequest: 'pull request',
  month: 'month',
};

const settings: EachBudget<string> = {
  attempt: 'budgets.attemptUsd',
  pullRequest: 'budgets.pullRequestUsd or --budget',
  month: 'budgets.monthUsd',
};

function spent(budget: BudgetName): Refusal {
  // What is used up for the attempt alone says nothing of the next one.
  const code = budget === 'attempt' ? 'budget_exceeded' : 'budget_spent';
  const sentence = `What is left of the budget of this ${names[budget]} does not pay for this request; stop here, or raise ${settings[budget]}.`;
  return { code, sentence };
}

function held(budget: BudgetName): Refusal {
  const sentence = `Other requests hold the rest of the budget of this ${names[budget]}; try again later.`;
  return { code: 'budget_held', sentence };
}

const unavailable: Refusal = {
  code: 'spending_unavailable',
  sentence: 'The gateway cannot tell what is left of the budget; try again later.',
};
