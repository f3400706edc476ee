import type { Balance } from '../rules/spending/balance.ts';
import type { EachBudget, Shortage } from '../rules/spending/budgets.ts';

/** Who pays for a request: the key of one account for each budget. */
export type SpendingAccounts = EachBudget<string>;

export type ReserveOutcome =
  /** Only the ledger that gave the id reads anything from it. */
  { readonly kind: 'reserved'; readonly id: string } | Shortage;

/** The ledger of what agents cost. Amounts are whole micro-dollars. */
export interface Spending {
  /** Sets an amount aside in all three budgets, or in none. */
  reserve(accounts: SpendingAccounts, amount: number): Promise<ReserveOutcome>;
  /**
   * Books what a reservation came to. A second time changes nothing, nor does it once the reservation
   * has expired: it is then booked in full, because the process that made it may have crashed.
   */
  settle(id: string, amount: number): Promise<void>;
  balance(accounts: SpendingAccounts): Promise<EachBudget<Balance>>;
}
