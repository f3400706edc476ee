import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { stateFile } from '#model/own-files.ts';
import type { Database } from '#store/sqlite/database.ts';
import { openDatabase } from '#store/sqlite/open-database.ts';
import { createSqliteRunStore } from '#store/sqlite/run-store.ts';
import type { CliContext } from './context.ts';
import { EXIT } from '#local/exit-codes.ts';
import { refuseCommand } from './refusal.ts';

/**
 * Opens the state file of a folder while `ask` runs, and migrates it to this version. Where
 * there is none it prints `advice`; where the file is damaged it prints why.
 */
export async function withState(
  context: CliContext,
  { folder, advice }: { readonly folder: string; readonly advice: string },
  ask: (database: Database) => Promise<void>,
): Promise<void> {
  const path = join(folder, stateFile);
  if (!existsSync(path)) return refuseCommand(context, advice);
  const opened = await openMigrated(path);
  if (opened instanceof Error) return refuseCommand(context, opened.message, EXIT.toolFailure);
  try {
    await ask(opened);
  } finally {
    opened.close();
  }
}

async function openMigrated(path: string): Promise<Database | Error> {
  let database: Database | undefined;
  try {
    database = openDatabase({ path });
    // One store makes the tables of all.
    await createSqliteRunStore({ database }).init();
    return database;
  } catch (error) {
    database?.close();
    if (error instanceof Error) return error;
    throw error;
  }
}
