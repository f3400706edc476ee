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
export async function reserveTokens(
  deps: ReserveDeps,
  order: ReservationRequest,
): Promise<ReservedTokens | GatewayRefusal> {
  const until = deps.clock.now() + order.heldMs;
  let outputTokens = order.output.asked;
  for (;;) {
    const tried = await tryOnce(deps, order, outputTokens).catch(() => unavailable);
    if ('id' in tried || 'code' in tried) return tried;
    if ('affordable' in tried && tried.affordable < outputTokens) {
      outputTokens = tried.affordable;
      continue;
    }
    if (deps.clock.now() >= until) return budgetHeld(tried.budget);
    await deps.clock.sleep(pauseMs, order.signal);
    outputTokens = order.output.asked;
  }
}

type Tried =
  | ReservedTokens
  | GatewayRefusal
  | { readonly affordable: number; readonly budget: BudgetName }
  | { readonly budget: BudgetName };

async function tryOnce(
  { spending }: ReserveDeps,
  order: ReservationRequest,
  outputTokens: number,
): Promise<Tried> {
  const { accounts, priced, mayShrink, output } = order;
  const { price } = priced;
  const input = order.input();
  const amount = priceTokens({ ...input, output: outputTokens }, price);
  if (amount === 0) {
    const used = findExhausted(await spending.balance(accounts));
    if (used !== undefined) return budgetSpent(used);
  }
  const outcome = await spending.reserve(accounts, amount);
  if (outcome.kind === 'reserved') return { id: outcome.id, input, outputTokens };
  const { kind, budget } = outcome;
  if (kind === 'held') return { budget };
  const balances = await spending.balance(accounts);
  const left = leftInBudgets(balances);
  const affordable = Math.min(affordableOutput(left.now, input, price), output.asked);
  if (affordable >= output.least) return { affordable, budget };
  const isWaiting = affordableOutput(left.atMost, input, price) >= output.least || mayShrink();
  if (isWaiting) return { budget };
  return budgetTooSmall(order, balances, priceTokens({ ...input, output: output.least }, price));
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
    const sentence = `An attempt may spend ${dollars(limit)}, and the first request to ${priced.name} needs ${dollars(needed)} set aside; raise budgets.attemptUsd, or choose a cheaper model.`;
    return { code: 'attempt_too_small', sentence };
  }
  const left = dollars(Math.max(0, limit - used));
  return {
    code: spentCode(budget),
    sentence: `What is left of the budget of this ${names[budget]}, ${left}, does not pay for this request to ${priced.name}, which needs ${dollars(needed)} set aside; stop here, or raise ${settings[budget]}.`,
  };
}

function dollars(micro: number): string {
  return `$${(micro / 1_000_000).toFixed(2)}`;
}

/** Why nothing may be done on these accounts, not even what is free. */
export async function refuseIfSpent(
  { spending }: Pick<ReserveDeps, 'spending'>,
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
  const sentence = `The budget of this ${names[budget]} is used up; stop here, or raise ${settings[budget]}.`;
  return { code: spentCode(budget), sentence };
}

/** What is used up for the attempt alone says nothing of the next one. */
function spentCode(budget: BudgetName): GatewayRefusal['code'] {
  return budget === 'attempt' ? 'budget_exceeded' : 'budget_spent';
}

function budgetHeld(budget: BudgetName): GatewayRefusal {
  const sentence = `Other requests hold the rest of the budget of this ${names[budget]}; try again later.`;
  return { code: 'budget_held', sentence };
}

const unavailable: GatewayRefusal = {
  code: 'spending_unavailable',
  sentence: 'The gateway cannot tell what is left of the budget; try again later.',
};
