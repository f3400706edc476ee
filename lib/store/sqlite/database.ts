import type { DatabaseSync, SQLOutputValue, StatementSync } from 'node:sqlite';
import { explainError } from './explain-error.ts';
import { patiently } from './patience.ts';
import { toSql, type Value } from './values.ts';

export type Row = Readonly<Record<string, SQLOutputValue>>;

/** An open database. Statements are prepared once; placeholders are bound by position. */
export interface Database {
  readonly path: string;
  get(sql: string, ...values: readonly Value[]): Row | undefined;
  all(sql: string, ...values: readonly Value[]): readonly Row[];
  /** Returns how many rows the statement changed. */
  run(sql: string, ...values: readonly Value[]): number;
  isInTransaction(): boolean;
  close(): void;
}

export interface DatabaseOptions {
  readonly path: string;
  /** How long a statement waits for the lock of another process. */
  readonly busyTimeoutMs: number;
  /** Called before every statement, BEGIN and COMMIT included. What it throws stops the statement. */
  readonly onStatement?: ((sql: string) => void) | undefined;
}

export function createDatabase(
  connection: DatabaseSync,
  { path, onStatement, busyTimeoutMs }: DatabaseOptions,
): Database {
  const prepared = new Map<string, StatementSync>();

  function execute<Result>(sql: string, work: (statement: StatementSync) => Result): Result {
    onStatement?.(sql);
    try {
      return patiently(busyTimeoutMs, () => work(prepare(sql)));
    } catch (error) {
      throw explainError(error, path);
    }
  }

  function prepare(sql: string): StatementSync {
    const known = prepared.get(sql);
    if (known !== undefined) return known;
    const statement = connection.prepare(sql);
    prepared.set(sql, statement);
    return statement;
  }

  return {
    path,
    get: (sql, ...values) => execute(sql, (statement) => statement.get(...values.map(toSql))),
    all: (sql, ...values) => execute(sql, (statement) => statement.all(...values.map(toSql))),
    run: (sql, ...values) =>
      execute(sql, (statement) => Number(statement.run(...values.map(toSql)).changes)),
    isInTransaction: () => connection.isOpen && connection.isTransaction,
    close: () => {
      if (connection.isOpen) connection.close();
    },
  };
}
