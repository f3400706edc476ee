import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createFileArtifacts } from '#adapters/files/artifacts.ts';
import type { Database } from '#adapters/sqlite/database.ts';
import { openDatabase } from '#adapters/sqlite/open-database.ts';
import { createSqliteRunStore } from '#adapters/sqlite/run-store.ts';
import { systemClock } from '#adapters/system/clock.ts';
import type { Artifacts } from '#ports/artifacts.ts';
import type { RunStore } from '#ports/run-store.ts';
import type { CliContext } from '../context.ts';
import { EXIT } from '../exit-codes.ts';

export interface OpenRuns {
  readonly runs: RunStore;
  readonly artifacts: Artifacts;
}

const stateFile = '.ratchetr/state.db';

/** Opens what this folder keeps of its runs for as long as something is asked of it; says so where there is nothing. */
export async function withRuns(
  context: CliContext,
  ask: (open: OpenRuns) => Promise<void>,
): Promise<void> {
  const path = join(context.cwd, stateFile);
  if (!existsSync(path)) {
    const advice = 'Run this in the folder of a repository in which `ratchetr fix` has run.';
    context.stderr.write(`There is no state file ${stateFile} here. ${advice}\n`);
    context.exitWith(EXIT.usage);
    return;
  }
  const opened = await openRuns(context, path);
  if (opened === undefined) return;
  try {
    const root = join(context.cwd, '.ratchetr/artifacts');
    const artifacts = createFileArtifacts({ root, clock: systemClock });
    await ask({ runs: opened.runs, artifacts });
  } finally {
    opened.database.close();
  }
}

/** What is wrong with the file is said in its own sentence. */
async function openRuns(
  context: CliContext,
  path: string,
): Promise<{ readonly database: Database; readonly runs: RunStore } | undefined> {
  let database: Database | undefined;
  try {
    database = openDatabase({ path });
    const runs = createSqliteRunStore({ database });
    await runs.init();
    return { database, runs };
  } catch (error) {
    database?.close();
    if (!(error instanceof Error)) throw error;
    context.stderr.write(`${error.message}\n`);
    context.exitWith(EXIT.toolFailure);
    return undefined;
  }
}
