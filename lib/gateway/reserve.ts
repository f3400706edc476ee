import { affordableOutput, priceTokens } from './rules/spending/amounts.ts';
import type { Balance } from './rules/spending/balance.ts';
import {
  type BudgetName,
  type EachBudget,
  findExhausted,
  leftInBudgets,
  findTooSmall,
} from './rules/spending/budgets.ts';
import type { PricedModel } from './rules/spending/prices.ts';
import type { Tokens } from './rules/spending/tokens.ts';
import type { Clock } from '#base/needs/clock.ts';
import type { Spending, SpendingAccounts } from './needs/spending.ts';
import type { GatewayRefusal } from './refusals.ts';

export interface ReservationRequest {
  readonly accounts: SpendingAccounts;
  readonly priced: PricedModel;
  /** Whether no attempt of this run has had an answer of this model. */
  readonly isFirst: boolean;
  /** Asked anew for each try: it may come to less once other requests have ended. */
  readonly input: () => Tokens;
  /** Whether it may still come to less. */
  readonly mayShrink: () => boolean;
  readonly output: { readonly asked: number; readonly least: number };
  /** Longest wait for others to settle. */
  readonly heldMs: number;
  readonly signal: AbortSignal;
}

export interface ReservedTokens {
  readonly kind: 'reserved';
  readonly id: string;
  readonly input: Tokens;
  /** What the rest of the budget pays, where that is less than what was asked for. */
  readonly outputTokens: number;
}

export interface RefusedReservation {
  readonly kind: 'refused';
  readonly refusal: GatewayRefusal;
}

function refuseReservation(refusal: GatewayRefusal): RefusedReservation {
  return { kind: 'refused', refusal };
}

const pauseMs = 200;

/**
 * Sets aside what a request may come to. Where the rest of a budget pays for a shorter answer only, that is what may
 * come; where others hold it, they are waited for; where it is spent, the request is refused.
 */
export async function reserveTokens(
  spending: Spending,
  clock: Clock,
  order: ReservationRequest,
): Promise<ReservedTokens | RefusedReservation> {
  const until = clock.now() + order.heldMs;
  let outputTokens = order.output.asked;
  for (;;) {
    const tried = await tryOnce(spending, order, outputTokens).catch(() =>
      refuseReservation(unavailable),
    );
    if (tried.kind === 'reserved' || tried.kind === 'refused') return tried;
    if (tried.kind === 'shorter' && tried.affordable < outputTokens) {
      outputTokens = tried.affordable;
      continue;
    }
    if (clock.now() >= until) return refuseReservation(budgetHeld(tried.budget));
    await clock.sleep(pauseMs, order.signal);
    outputTokens = order.output.asked;
  }
}

type Tried =
  | ReservedTokens
  | RefusedReservation
  /** The rest of the budget pays for a shorter answer. */
  | { readonly kind: 'shorter'; readonly affordable: number; readonly budget: BudgetName }
  /** Other requests hold what this one needs. */
  | { readonly kind: 'held'; readonly budget: BudgetName };

async function tryOnce(
  spending: Spending,
  order: ReservationRequest,
  outputTokens: number,
): Promise<Tried> {
  const { accounts, priced, mayShrink, output } = order;
  const { price } = priced;
  const input = order.input();
  const amount = priceTokens({ ...input, output: outputTokens }, price);
  if (amount === 0) {
    const used = findExhausted(await spending.balance(accounts));
    if (used !== undefined) return refuseReservation(budgetSpent(used));
  }
  const outcome = await spending.reserve(accounts, amount);
  if (outcome.kind === 'reserved') {
    return { kind: 'reserved', id: outcome.id, input, outputTokens };
  }
  const { kind, budget } = outcome;
  if (kind === 'held') return { kind, budget };
  const balances = await spending.balance(accounts);
  const left = leftInBudgets(balances);
  const affordable = Math.min(affordableOutput(left.now, input, price), output.asked);
  if (affordable >= output.least) return { kind: 'shorter', affordable, budget };
  const isWaiting = affordableOutput(left.atMost, input, price) >= output.least || mayShrink();
  if (isWaiting) return { kind: 'held', budget };
  const needed = priceTokens({ ...input, output: output.least }, price);
  return refuseReservation(budgetTooSmall(order, balances, needed));
}

/**
 * Where several budgets pay too little for the first request of an attempt, the widest decides, for the next attempt
 * begins alike. Later the narrowest does: what made this request large, such as a file that was read, is of this attempt.
 */
function budgetTooSmall(
  { priced, isFirst }: ReservationRequest,
  balances: EachBudget<Balance>,
  needed: number,
): GatewayRefusal {
  const short = findTooSmall(balances, needed);
  const begins = balances.attempt.spent === 0;
  const budget = short.at(begins ? -1 : 0) ?? 'attempt';
  const { limit, spent: used } = balances[budget];
  if (budget === 'attempt' && begins && isFirst) {
    const sentence = `The budget of one attempt is ${formatMicros(limit)}, but the first request to ${priced.name} may cost ${formatMicros(needed)}; raise budgets.attemptUsd or choose a cheaper model.`;
    return { code: 'attempt_too_small', sentence };
  }
  const left = formatMicros(Math.max(0, limit - used));
  return {
    code: spentCode(budget),
    sentence: `The budget of this ${names[budget]} has ${left} left, but this request to ${priced.name} may cost ${formatMicros(needed)}; stop here or raise ${settings[budget]}.`,
  };
}

function formatMicros(micro: number): string {
  return `$${(micro / 1_000_000).toFixed(2)}`;
}

/** Refuses a request that costs nothing once a budget of its accounts is used up. */
export async function refuseIfSpent(
  spending: Spending,
  accounts: SpendingAccounts,
): Promise<GatewayRefusal | undefined> {
  try {
    const used = findExhausted(await spending.balance(accounts));
    return used && budgetSpent(used);
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

function budgetSpent(budget: BudgetName): GatewayRefusal {
  const sentence = `The budget of this ${names[budget]} is used up; stop here or raise ${settings[budget]}.`;
  return { code: spentCode(budget), sentence };
}

/** A budget of the attempt alone says nothing about the next attempt. */
function spentCode(budget: BudgetName): GatewayRefusal['code'] {
  return budget === 'attempt' ? 'budget_exceeded' : 'budget_spent';
}

function budgetHeld(budget: BudgetName): GatewayRefusal {
  const sentence = `Requests that are still running have reserved the rest of the budget of this ${names[budget]}; try again later.`;
  return { code: 'budget_held', sentence };
}

const unavailable: GatewayRefusal = {
  code: 'spending_unavailable',
  sentence: 'The gateway cannot read the budget; try again later.',
};
