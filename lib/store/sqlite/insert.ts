import type { Database } from './database.ts';
import type { Value } from './values.ts';

export interface RowInsertion {
  readonly table: string;
  readonly row: Readonly<Record<string, Value>>;
  /** What to do about a row that is there already; absent: it is an error. */
  readonly onConflict?: string;
}

/** Inserts a row and returns whether it did: 1 or 0. */
export function insertRow(
  database: Database,
  { table, row, onConflict = '' }: RowInsertion,
): number {
  const columns = Object.keys(row);
  const places = columns.map(() => '?');
  return database.run(
    `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${places.join(', ')}) ${onConflict}`,
    ...Object.values(row),
  );
}

/** The clause that keeps the row with this key as it is. */
export function keepFirst(...key: readonly string[]): string {
  return `ON CONFLICT (${key.join(', ')}) DO NOTHING`;
}

/** The clause that replaces everything but the key. */
export function keepLast(row: RowInsertion['row'], ...key: readonly string[]): string {
  const changes = Object.keys(row)
    .filter((column) => !key.includes(column))
    .map((column) => `${column} = excluded.${column}`);
  return `ON CONFLICT (${key.join(', ')}) DO UPDATE SET ${changes.join(', ')}`;
}
