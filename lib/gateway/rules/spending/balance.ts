/** One budget, in micro-dollars. */
export interface Balance {
  readonly limit: number;
  readonly spent: number;
  /** Promised to requests that are still under way. */
  readonly reserved: number;
}

export type BudgetState = 'free' | 'held' | 'spent';

/** Says whether an amount fits: now, once others are settled, or never again. */
export function judgeAmount({ limit, spent, reserved }: Balance, amount: number): BudgetState {
  if (spent + amount > limit) return 'spent';
  return spent + reserved + amount > limit ? 'held' : 'free';
}

export function withReserved(balance: Balance, amount: number): Balance {
  return { ...balance, reserved: balance.reserved + amount };
}

/** Turns a reservation into what it came to, which may be more. */
export function withSettled(balance: Balance, reserved: number, amount: number): Balance {
  return {
    ...balance,
    reserved: balance.reserved - reserved,
    spent: balance.spent + amount,
  };
}
