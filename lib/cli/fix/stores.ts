import { join } from 'node:path';
import { createFileArtifacts } from '#platform/files/artifacts.ts';
import { createFileEventLog } from '#platform/files/events.ts';
import type { Database } from '#store/sqlite/database.ts';
import { openDatabase } from '#store/sqlite/open-database.ts';
import { createSqliteRunStore } from '#store/sqlite/run-store.ts';
import { createSqliteSpending } from '#store/sqlite/spending.ts';
import { systemClock } from '#platform/system/clock.ts';
import { createIds } from '#platform/system/ids.ts';
import type { Config } from '#config/schema.ts';
import type { RunId } from '#model/ids.ts';
import type { Artifacts } from '#model/needs/artifacts.ts';
import type { EventLog } from '#repair/needs/events.ts';
import type { RunStore } from '#model/needs/run-store.ts';
import type { Spending } from '#gateway/needs/spending.ts';
import { prepareStateFolder } from '../state-folder.ts';

export interface Stores {
  readonly runs: RunStore;
  readonly artifacts: Artifacts;
  /** Where this process tells what happens in a run. */
  events(runId: RunId): EventLog;
  spending(limits: SpendingLimits): Spending;
  close(): void;
}

/** The most that each account may come to, in dollars. */
type SpendingLimits = Pick<Config['budgets'], 'attemptUsd' | 'monthUsd' | 'pullRequestUsd'>;

/** Opens what a repository keeps of its runs. */
export async function openStores(repository: string): Promise<Stores> {
  const stores = createStores(openStateFile(repository), repository);
  await stores.runs.init();
  return stores;
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
