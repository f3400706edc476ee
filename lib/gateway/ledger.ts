import { type Balance, withReserved, withSettled } from './rules/spending/balance.ts';
import {
  type BudgetName,
  type EachBudget,
  budgetNames,
  forEachBudget,
  shortageIn,
} from './rules/spending/budgets.ts';
import type { Clock } from '#base/needs/clock.ts';
import type { Spending, SpendingAccounts } from './needs/spending.ts';

export interface LedgerOptions {
  /** In micro-dollars; every account of a budget has the same. */
  readonly limits: EachBudget<number>;
  /** How long a reservation may go unsettled before it is booked in full. */
  readonly expiryMs?: number;
}

interface Reserved {
  readonly accounts: SpendingAccounts;
  readonly amount: number;
  readonly expiresAt: number;
}

const hourMs = 3_600_000;

/** The spending of one process, in memory. */
export function createLedger(
  { clock }: { readonly clock: Pick<Clock, 'now'> },
  { limits, expiryMs = hourMs }: LedgerOptions,
): Spending {
  const balances = new Map<string, Balance>();
  const reservations = new Map<string, Reserved>();
  let made = 0;
  const balanceOf = (budget: BudgetName, accounts: SpendingAccounts): Balance =>
    balances.get(keyOf(budget, accounts)) ?? { limit: limits[budget], spent: 0, reserved: 0 };
  const balancesOf = (accounts: SpendingAccounts): EachBudget<Balance> =>
    forEachBudget((budget) => balanceOf(budget, accounts));
  const change = (accounts: SpendingAccounts, by: (balance: Balance) => Balance): void => {
    for (const budget of budgetNames) {
      balances.set(keyOf(budget, accounts), by(balanceOf(budget, accounts)));
    }
  };
  const book = (id: string, amountOf: (reserved: Reserved) => number): void => {
    const reserved = reservations.get(id);
    if (reserved === undefined) return;
    reservations.delete(id);
    const amount = amountOf(reserved);
    change(reserved.accounts, (balance) => withSettled(balance, reserved.amount, amount));
  };
  const expire = (now: number): void => {
    for (const [id, { expiresAt }] of reservations) {
      if (expiresAt <= now) book(id, (reserved) => reserved.amount);
    }
  };
  return {
    async reserve(accounts, amount) {
      const now = clock.now();
      expire(now);
      const short = shortageIn(balancesOf(accounts), amount);
      if (short !== undefined) return short;
      made += 1;
      const id = String(made);
      reservations.set(id, { accounts, amount, expiresAt: now + expiryMs });
      change(accounts, (balance) => withReserved(balance, amount));
      return { kind: 'reserved', id };
    },
    async settle(id, amount) {
      expire(clock.now());
      book(id, () => amount);
    },
    async balance(accounts) {
      expire(clock.now());
      return balancesOf(accounts);
    },
  };
}

function keyOf(budget: BudgetName, accounts: SpendingAccounts): string {
  return `${budget} ${accounts[budget]}`;
}
