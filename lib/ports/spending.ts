export type BudgetName = 'attempt' | 'pullRequest' | 'month';

/** Who pays for a request: the key of one account for each budget. */
export type SpendingAccounts = Readonly<Record<BudgetName, string>>;

export type ReserveOutcome =
  | { readonly kind: 'reserved'; readonly id: string }
  /** It would fit if requests that are under way turned out free; worth asking again. */
  | { readonly kind: 'held'; readonly budget: BudgetName }
  | { readonly kind: 'spent'; readonly budget: BudgetName };

/** The ledger of what agents cost. Amounts are whole micro-dollars. */
export interface Spending {
  /** Sets an amount aside in all three budgets, or in none. */
  reserve(accounts: SpendingAccounts, amount: number): Promise<ReserveOutcome>;
  /** Books what a reservation came to. A second time changes nothing. */
  settle(id: string, amount: number): Promise<void>;
}
