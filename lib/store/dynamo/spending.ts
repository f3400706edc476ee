import { type Balance } from '#gateway/rules/spending/balance.ts';
import {
  type BudgetName,
  type EachBudget,
  budgetNames,
  forEachBudget,
  findShortage,
} from '#gateway/rules/spending/budgets.ts';
import type { TimeSource } from '#base/needs/clock.ts';
import type { TokenSource } from '#model/needs/ids.ts';
import type { ReserveOutcome, Spending, SpendingAccounts } from '#gateway/needs/spending.ts';
import { hourMs } from '#base/durations.ts';
import { type Account, bookHold, loadAccounts } from './spending-accounts.ts';
import { holdAmount, revertHold, settleHold } from './spending-holds.ts';
import { type StoredReservation, encodeReservation, decodeReservation } from './spending-ids.ts';
import type { DynamoTable } from './table.ts';

export interface DynamoSpendingDeps {
  readonly table: DynamoTable;
  readonly clock: TimeSource;
  readonly ids: TokenSource;
}

export interface DynamoSpendingOptions {
  /** In micro-dollars; every account of a budget has the same. */
  readonly limits: EachBudget<number>;
  /** How long a reservation may go unsettled before it is booked in full. */
  readonly expiryMs?: number;
}

interface Ledger {
  readonly table: DynamoTable;
  readonly clock: TimeSource;
  readonly limits: EachBudget<number>;
}

/** The spending of a deployment: one item for each account, changed by conditional writes of that item alone. */
export function createDynamoSpending(
  { table, clock, ids }: DynamoSpendingDeps,
  { limits, expiryMs = hourMs }: DynamoSpendingOptions,
): Spending {
  const ledger = { table, clock, limits };
  return {
    reserve: (accounts, amount) => {
      const expiresAt = clock.now() + expiryMs;
      return reserveInAll(ledger, { token: ids.token(), accounts, amount, expiresAt });
    },
    settle: async (id, amount) => {
      const known = decodeReservation(id);
      // The next reader of the account books in full what has expired.
      if (known === undefined || known.expiresAt <= clock.now()) return;
      for (const budget of budgetNames) await settleHold(table, known, { budget, amount });
    },
    balance: (accounts) => loadBalances(ledger, accounts),
  };
}

const mostTries = 3;

/** From the narrowest budget to the widest; where one has no room, the holds before it are reverted. */
async function reserveInAll(ledger: Ledger, wanted: StoredReservation): Promise<ReserveOutcome> {
  for (let tries = 0; ; tries += 1) {
    const full = await holdInAllAccounts(ledger, wanted);
    if (full === undefined) return { kind: 'reserved', id: encodeReservation(wanted) };
    const short = findShortage(await loadBalances(ledger, wanted.accounts), wanted.amount);
    if (short !== undefined) return short;
    // Room was made meanwhile; where it goes again each time, others want it as well.
    if (tries === mostTries) return { kind: 'held', budget: full };
  }
}

/** undefined: all three hold it. Otherwise none does, and the budget without room is named. */
async function holdInAllAccounts(
  ledger: Ledger,
  wanted: StoredReservation,
): Promise<BudgetName | undefined> {
  const { table, limits } = ledger;
  for (const [index, budget] of budgetNames.entries()) {
    const held = await holdAmount(table, wanted, { budget, limit: limits[budget] });
    if (held) continue;
    for (const before of budgetNames.slice(0, index)) await revertHold(table, wanted, before);
    return budget;
  }
  return undefined;
}

async function loadBalances(
  { table, clock, limits }: Ledger,
  accounts: SpendingAccounts,
): Promise<EachBudget<Balance>> {
  const loaded = await loadAccounts(table, accounts);
  const now = clock.now();
  for (const budget of budgetNames) {
    for (const expired of findExpired(loaded[budget], now)) {
      await bookHold(table, { budget, account: accounts[budget] }, expired);
    }
  }
  return forEachBudget((budget) => {
    const { used, spent, holds } = loaded[budget];
    const booked = findExpired({ used, spent, holds }, now).reduce(
      (sum, one) => sum + one.amount,
      0,
    );
    return { limit: limits[budget], spent: spent + booked, reserved: used - spent - booked };
  });
}

function findExpired({ holds }: Account, now: number) {
  return holds.filter(({ expiresAt }) => expiresAt <= now);
}
