import * as z from 'zod';
import { type Balance, withReserved, withSettled } from '#gateway/rules/spending/balance.ts';
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
import type { Database, Row } from './database.ts';
import { insertRow, keepLast } from './insert.ts';
import { createRowMap } from './row-map.ts';
import { transaction } from './transaction.ts';

export interface SqliteSpendingDeps {
  readonly database: Database;
  readonly clock: TimeSource;
  readonly ids: TokenSource;
}

export interface SpendingOptions {
  /** In micro-dollars; every account of a budget has the same. */
  readonly limits: EachBudget<number>;
  /** How long a reservation may go unsettled before it is booked in full. */
  readonly expiryMs?: number;
}

/** The spending of all processes of a machine, in the file whose tables `init` of a store has made. */
export function createSqliteSpending(
  { database, clock, ids }: SqliteSpendingDeps,
  { limits, expiryMs = hourMs }: SpendingOptions,
): Spending {
  /** One transaction that finds nothing expired any more. */
  const change = <Result>(work: (now: number) => Result): Result =>
    transaction(database, () => {
      const now = clock.now();
      bookExpired(database, now);
      return work(now);
    });
  return {
    reserve: async (accounts, amount) =>
      change((now) => {
        const reservation = { id: ids.token(), accounts, amount, expiresAt: now + expiryMs };
        return insertReservation(database, limits, reservation);
      }),
    settle: async (id, amount) => change(() => settleReservation(database, id, amount)),
    balance: async (accounts) => change(() => selectBalances(database, limits, accounts)),
  };
}

const reservation = z.object({
  id: z.string(),
  accounts: z.object({ attempt: z.string(), pullRequest: z.string(), month: z.string() }),
  amount: z.int().nonnegative(),
  expiresAt: z.int(),
});
type Reservation = z.infer<typeof reservation>;

const reservations = createRowMap<Reservation>('reservation', reservation, {
  id: 'reservation_id',
  accounts: 'accounts_json',
  amount: 'amount',
  expiresAt: 'expires_at',
});

const sums = z.object({ spent: z.int(), reserved: z.int() });

/** Books what killed processes left: their real cost is unknown, so it counts in full. */
function bookExpired(database: Database, now: number): void {
  const rows = database.all('SELECT * FROM spending_reservations WHERE expires_at <= ?', now);
  for (const row of rows) {
    const expired = reservations.fromRow(row);
    bookReservation(database, expired, expired.amount);
  }
}

function insertReservation(
  database: Database,
  limits: EachBudget<number>,
  wanted: Reservation,
): ReserveOutcome {
  const { id, accounts, amount } = wanted;
  const before = selectBalances(database, limits, accounts);
  const short = findShortage(before, amount);
  if (short !== undefined) return short;
  insertRow(database, { table: 'spending_reservations', row: reservations.toRow(wanted) });
  for (const budget of budgetNames) {
    saveBalance(database, accounts, { budget, balance: withReserved(before[budget], amount) });
  }
  return { kind: 'reserved', id };
}

function settleReservation(database: Database, id: string, amount: number): void {
  const row = database.get('SELECT * FROM spending_reservations WHERE reservation_id = ?', id);
  if (row !== undefined) bookReservation(database, reservations.fromRow(row), amount);
}

function bookReservation(
  database: Database,
  { id, accounts, amount: reserved }: Reservation,
  amount: number,
) {
  database.run('DELETE FROM spending_reservations WHERE reservation_id = ?', id);
  for (const budget of budgetNames) {
    // Limits play no part in what is booked.
    const before = { limit: 0, ...selectSums(database, budget, accounts) };
    saveBalance(database, accounts, { budget, balance: withSettled(before, reserved, amount) });
  }
}

function selectBalances(
  database: Database,
  limits: EachBudget<number>,
  accounts: SpendingAccounts,
): EachBudget<Balance> {
  return forEachBudget((budget) => ({
    limit: limits[budget],
    ...selectSums(database, budget, accounts),
  }));
}

function selectSums(database: Database, budget: BudgetName, accounts: SpendingAccounts) {
  const row: Row | undefined = database.get(
    'SELECT spent, reserved FROM spending_accounts WHERE budget = ? AND account = ?',
    budget,
    accounts[budget],
  );
  return row === undefined ? { spent: 0, reserved: 0 } : sums.parse(row);
}

function saveBalance(
  database: Database,
  accounts: SpendingAccounts,
  { budget, balance }: { readonly budget: BudgetName; readonly balance: Balance },
): void {
  const { spent, reserved } = balance;
  const row = { budget, account: accounts[budget], spent, reserved };
  const onConflict = keepLast(row, 'budget', 'account');
  insertRow(database, { table: 'spending_accounts', row, onConflict });
}
