import type { Migration } from '../migrate.ts';

export const spendingTables: Migration = {
  reason: 'What agents cost, by account, and what is set aside for requests under way.',
  statements: [
    `CREATE TABLE spending_accounts (
      id INTEGER PRIMARY KEY,
      budget TEXT NOT NULL,
      account TEXT NOT NULL,
      spent INTEGER NOT NULL,
      reserved INTEGER NOT NULL,
      UNIQUE (budget, account)
    )`,

    `CREATE TABLE spending_reservations (
      reservation_id TEXT PRIMARY KEY NOT NULL,
      accounts_json TEXT NOT NULL,
      amount INTEGER NOT NULL,
      expires_at INTEGER NOT NULL
    )`,
    'CREATE INDEX spending_reservations_by_expiry ON spending_reservations (expires_at)',
  ],
};
