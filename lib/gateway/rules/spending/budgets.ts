import { type Balance, judgeAmount } from './balance.ts';

/** Something for each budget that a request is paid from. */
export interface EachBudget<Value> {
  readonly attempt: Value;
  readonly pullRequest: Value;
  readonly month: Value;
}

export type BudgetName = keyof EachBudget<unknown>;

export interface Shortage {
  readonly kind: 'held' | 'spent';
  readonly budget: BudgetName;
}

/** From the narrowest to the widest. */
export const budgetNames: readonly BudgetName[] = ['attempt', 'pullRequest', 'month'];

/** Says which budget an amount does not fit into; one that is spent goes before one that is held. */
export function findShortage(balances: EachBudget<Balance>, amount: number): Shortage | undefined {
  const rooms = budgetNames.map((budget) => ({
    budget,
    kind: judgeAmount(balances[budget], amount),
  }));
  for (const kind of ['spent', 'held'] as const) {
    const short = rooms.find((room) => room.kind === kind);
    if (short !== undefined) return { kind, budget: short.budget };
  }
  return undefined;
}

/** What all budgets together still pay: now, and once what is under way has come to nothing. */
export function leftInBudgets(balances: EachBudget<Balance>): {
  readonly now: number;
  readonly atMost: number;
} {
  const all = budgetNames.map((budget) => balances[budget]);
  return {
    now: Math.min(...all.map(({ limit, spent, reserved }) => limit - spent - reserved)),
    atMost: Math.min(...all.map(({ limit, spent }) => limit - spent)),
  };
}

/** The budgets of which less than this is left, were all that is under way to come to nothing; the narrowest first. */
export function findTooSmall(balances: EachBudget<Balance>, amount: number): readonly BudgetName[] {
  return budgetNames.filter((budget) => judgeAmount(balances[budget], amount) === 'spent');
}

/** The budget that is used up. Nothing is done on its account any more, not even what costs nothing. */
export function findExhausted(balances: EachBudget<Balance>): BudgetName | undefined {
  return budgetNames.find((budget) => balances[budget].spent >= balances[budget].limit);
}

export function forEachBudget<Value>(make: (budget: BudgetName) => Value): EachBudget<Value> {
  return { attempt: make('attempt'), pullRequest: make('pullRequest'), month: make('month') };
}
