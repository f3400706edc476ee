import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Database } from '#store/sqlite/database.ts';
import { openDatabase } from '#store/sqlite/open-database.ts';
import { createSqliteRunStore } from '#store/sqlite/run-store.ts';
import { createSqliteWorkspaceStore } from '#store/sqlite/workspace-store.ts';
import type { RunStore } from '#model/needs/run-store.ts';
import type { WorkspaceStore } from '#ratchet/needs/workspace-store.ts';
import { tempFolder } from '../../support/temp-folder.ts';

export interface Stores {
  readonly database: Database;
  readonly runs: RunStore;
  readonly workspaces: WorkspaceStore;
}

export const leaseGraceMs = 5_000;

/** Both stores over one file, as one process holds them; closed when the test ends. */
export async function openStores(
  path: string,
  onStatement?: (sql: string) => void,
): Promise<Stores> {
  const database = openDatabase({ path, onStatement });
  onTestFinished(() => database.close());
  const stores = {
    database,
    runs: createSqliteRunStore({ database }, { leaseGraceMs }),
    workspaces: createSqliteWorkspaceStore({ database }),
  };
  await stores.runs.init();
  return stores;
}

export async function freshStores(): Promise<Stores> {
  return openStores(await freshPath());
}

export async function freshPath(): Promise<string> {
  return join(await tempFolder(), 'state.db');
}

/** Every row of every table, for before and after. */
export function dump(database: Database): Readonly<Record<string, unknown>> {
  const tables = database.all(
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name",
  );
  return Object.fromEntries(
    tables.map(({ name }) => [String(name), database.all(`SELECT * FROM ${String(name)}`)]),
  );
}

export function isWrite(sql: string): boolean {
  return !/^\s*(?:SELECT|WITH|BEGIN$)/u.test(sql);
}
