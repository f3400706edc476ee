import { join } from 'node:path';
import { createFileArtifacts } from '#adapters/files/artifacts.ts';
import { openDatabase } from '#adapters/sqlite/open-database.ts';
import { createSqliteRunStore } from '#adapters/sqlite/run-store.ts';
import { createSqliteSpending } from '#adapters/sqlite/spending.ts';
import { systemClock } from '#adapters/system/clock.ts';
import { createIds } from '#adapters/system/ids.ts';
import type { Config } from '#config/schema.ts';
import type { Artifacts } from '#ports/artifacts.ts';
import type { RunStore } from '#ports/run-store.ts';
import type { Spending } from '#ports/spending.ts';
import { prepareStateFolder } from '../state-folder.ts';

export interface Stores {
  readonly runs: RunStore;
  readonly artifacts: Artifacts;
  /** Folder of artifacts and events. */
  readonly root: string;
  spending(budgets: Config['budgets'], budgetUsd: number): Spending;
  close(): void;
}

/** Opens what a repository keeps of its runs. */
export async function openStores(repository: string): Promise<Stores> {
  const database = openDatabase({ path: prepareStateFolder(repository, '.ratchetr/state.db') });
  const runs = createSqliteRunStore({ database });
  await runs.init();
  const root = join(repository, '.ratchetr/artifacts');
  return {
    runs,
    root,
    artifacts: createFileArtifacts({ root, clock: systemClock }),
    spending: ({ attemptUsd, monthUsd }, budgetUsd) =>
      createSqliteSpending(
        { database, clock: systemClock, ids: createIds({ clock: systemClock }) },
        {
          limits: {
            attempt: micros(Math.min(attemptUsd, budgetUsd)),
            pullRequest: micros(budgetUsd),
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
