import type { Database } from './database.ts';
import { snapshot } from './transaction.ts';

export interface DatabaseReport {
  readonly path: string;
  readonly schemaVersion: number;
  /** What SQLite's own check finds broken; empty when all is well. */
  readonly damage: readonly string[];
  readonly workspaces: number;
  readonly dueWorkspaces: number;
  readonly runs: Readonly<Record<string, number>>;
  readonly tasks: Readonly<Record<string, number>>;
}

/** Reads the whole file once, all at the same moment. */
export function inspectDatabase(database: Database, now: number): DatabaseReport {
  return snapshot(database, () => ({
    path: database.path,
    schemaVersion: readNumber(database, 'SELECT user_version AS value FROM pragma_user_version'),
    damage: findDamage(database),
    workspaces: readNumber(database, 'SELECT count(*) AS value FROM workspaces'),
    dueWorkspaces: Number(
      database.get('SELECT count(*) AS value FROM workspaces WHERE due_at <= ?', now)?.['value'],
    ),
    runs: countByStatus(database, 'SELECT status, count(*) AS value FROM runs GROUP BY status'),
    tasks: countByStatus(database, 'SELECT status, count(*) AS value FROM tasks GROUP BY status'),
  }));
}

function findDamage(database: Database): readonly string[] {
  const rows = [
    ...database.all('SELECT integrity_check AS value FROM pragma_integrity_check'),
    ...database.all(`SELECT "table" || ' names a missing ' || parent AS value
                     FROM pragma_foreign_key_check`),
  ];
  return rows.map(({ value }) => String(value)).filter((line) => line !== 'ok');
}

function readNumber(database: Database, sql: string): number {
  return Number(database.get(sql)?.['value']);
}

function countByStatus(database: Database, sql: string): Readonly<Record<string, number>> {
  return Object.fromEntries(
    database.all(sql).map(({ status, value }) => [String(status), Number(value)]),
  );
}
