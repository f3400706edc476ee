import { type Balance, roomFor, withReserved, withSettled } from '#domain/spending/balance.ts';
import type { BudgetName, ReserveOutcome, Spending, SpendingAccounts } from '#ports/spending.ts';

export type Limits = Readonly<Record<BudgetName, number>>;

interface Reserved {
  readonly accounts: SpendingAccounts;
  readonly amount: number;
}

const budgets: readonly BudgetName[] = ['attempt', 'pullRequest', 'month'];

/** The spending of one process, in memory. Limits are micro-dollars; every account of a budget has the same. */
export function createLedger(limits: Limits): Spending {
  const balances = new Map<string, Balance>();
  const reservations = new Map<string, Reserved>();
  let made = 0;
  const balanceOf = (budget: BudgetName, accounts: SpendingAccounts): Balance =>
    balances.get(keyOf(budget, accounts)) ?? { limit: limits[budget], spent: 0, reserved: 0 };
  const change = (accounts: SpendingAccounts, by: (balance: Balance) => Balance): void => {
    for (const budget of budgets) {
      balances.set(keyOf(budget, accounts), by(balanceOf(budget, accounts)));
    }
  };
  const shortage = (accounts: SpendingAccounts, amount: number): ReserveOutcome | undefined => {
    const rooms = budgets.map(
      (budget) => [budget, roomFor(balanceOf(budget, accounts), amount)] as const,
    );
    for (const kind of ['spent', 'held'] as const) {
      const short = rooms.find(([, room]) => room === kind);
      if (short !== undefined) return { kind, budget: short[0] };
    }
    return undefined;
  };
  return {
    async reserve(accounts, amount) {
      const short = shortage(accounts, amount);
      if (short !== undefined) return short;
      made += 1;
      const id = String(made);
      reservations.set(id, { accounts, amount });
      change(accounts, (balance) => withReserved(balance, amount));
      return { kind: 'reserved', id };
    },
    async settle(id, amount) {
      const reserved = reservations.get(id);
      if (reserved === undefined) return;
      reservations.delete(id);
      change(reserved.accounts, (balance) => withSettled(balance, reserved.amount, amount));
    },
  };
}

function keyOf(budget: BudgetName, accounts: SpendingAccounts): string {
  return `${budget} ${accounts[budget]}`;
}
