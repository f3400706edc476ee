import { join } from 'node:path';
import { createFileArtifacts } from '#platform/files/artifacts.ts';
import { createFileEventLog } from '#platform/files/events.ts';
import type { Database } from '#store/sqlite/database.ts';
import { openDatabase } from '#store/sqlite/open-database.ts';
import { createSqliteRunStore } from '#store/sqlite/run-store.ts';
import { createSqliteSpending } from '#store/sqlite/spending.ts';
import { systemClock } from '#platform/system/clock.ts';
import { createIds } from '#platform/system/ids.ts';
import type { SpendingLimits } from '#repair/needs/model-gateway.ts';
import type { RunState, RunStores } from '#repair/needs/run-state.ts';
import type { Spending } from '#gateway/needs/spending.ts';
import type { GitDeps } from '#platform/git/git.ts';
import { createRunFolders, gitFolderOf, workFolderOf } from './run-folders.ts';
import { prepareStateFolder } from './state-folder.ts';

export interface Stores extends RunStores {
  readonly spending: (limits: SpendingLimits) => Spending;
  readonly close: () => void;
}

export interface RepositoryState extends RunState {
  readonly stores: Stores;
}

/** Opens what a repository keeps of its runs. */
export async function openRepositoryState(
  deps: GitDeps,
  repository: string,
): Promise<RepositoryState> {
  const stores = createStores(openStateFile(repository), repository);
  await stores.runs.init();
  const folders = createRunFolders(deps, workFolderOf(repository));
  return { stores, gitDir: gitFolderOf(repository), folders };
}

/** Opens the state file in a folder; what it needs of tables is made by the first store that is asked for it. */
export function openStateFile(folder: string): Database {
  return openDatabase({ path: prepareStateFolder(folder, '.ratchetr/state.db') });
}

/** What a folder keeps of runs, in its state file and beside it. */
export function createStores(database: Database, folder: string): Stores {
  const root = join(folder, '.ratchetr/artifacts');
  return {
    runs: createSqliteRunStore({ database }),
    events: (runId) => createFileEventLog({ root, runId }),
    artifacts: createFileArtifacts({ root }),
    spending: ({ attemptUsd, pullRequestUsd, monthUsd }) =>
      createSqliteSpending(
        { database, clock: systemClock, ids: createIds({ clock: systemClock }) },
        {
          limits: {
            attempt: micros(attemptUsd),
            pullRequest: micros(pullRequestUsd),
            month: micros(monthUsd),
          },
        },
      ),
    close: () => database.close(),
  };
}

function micros(usd: number): number {
  return Math.floor(usd * 1_000_000);
}
