import { budgetLimits } from '#config/budget-limits.ts';
import { createFileArtifacts } from '#platform/files/artifacts.ts';
import { createFileEventLog } from '#platform/files/events.ts';
import type { Database } from '#store/sqlite/database.ts';
import { openDatabase } from '#store/sqlite/open-database.ts';
import { createSqliteRunStore } from '#store/sqlite/run-store.ts';
import { createSqliteSpending } from '#store/sqlite/spending.ts';
import type { SpendingLimits } from '#repair/needs/model-gateway.ts';
import type { RunState, RunStores } from '#repair/needs/run-state.ts';
import type { Spending } from '#gateway/needs/spending.ts';
import type { EngineHost } from '#check/needs/engine-host.ts';
import { createRunFolders } from './run-folders.ts';
import { prepareStateFolder, locateState } from './state-folder.ts';
import type { System } from './system.ts';

export interface Stores extends RunStores {
  readonly spending: (limits: SpendingLimits) => Spending;
  readonly close: () => void;
}

export interface RepositoryState extends RunState {
  readonly stores: Stores;
}

/** Opens what a repository keeps of its runs. */
export async function openRepositoryState(
  host: EngineHost,
  repository: string,
): Promise<RepositoryState> {
  const stores = createStores(host, openStateFile(repository), repository);
  await stores.runs.init();
  const { trees, work } = locateState(repository);
  const folders = createRunFolders(host, work);
  return { stores, gitDir: trees, folders };
}

/** Opens the state file in a folder; what it needs of tables is made by the first store that is asked for it. */
export function openStateFile(folder: string): Database {
  return openDatabase({ path: prepareStateFolder(folder) });
}

/** What a folder keeps of runs, in its state file and beside it. */
export function createStores(
  { clock, ids }: Pick<System, 'clock' | 'ids'>,
  database: Database,
  folder: string,
): Stores {
  const { artifacts: root } = locateState(folder);
  return {
    runs: createSqliteRunStore({ database }),
    events: (runId) => createFileEventLog({ root, runId }),
    artifacts: createFileArtifacts({ root }),
    spending: (limits) =>
      createSqliteSpending({ database, clock, ids }, { limits: budgetLimits(limits) }),
    close: () => database.close(),
  };
}
