import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { CheckDeps } from '#check/check-repository.ts';
import { findRecorded, type RecordedDeps } from '#check/recorded-baselines.ts';
import { createFileArtifacts } from '#platform/files/artifacts.ts';
import { systemClock } from '#platform/system/clock.ts';
import { openDatabase } from '#store/sqlite/open-database.ts';
import { createSqliteRunStore } from '#store/sqlite/run-store.ts';

/** In a state file of its own, a repository needs no other name. */
export const thisRepository = 'local';

/** What the state file of a repository has recorded of a commit. */
export function recordedIn(repository: string): CheckDeps['recordedOf'] {
  return async (commit) => {
    // Nothing is made only to find nothing in it.
    if (!existsSync(stateFile(repository))) return new Map();
    return withRecords(repository, (own) => findRecorded(own, thisRepository, commit));
  };
}

/** Opens the state file of a repository for as long as something is asked of it. */
export async function withRecords<Result>(
  repository: string,
  ask: (deps: RecordedDeps) => Promise<Result>,
): Promise<Result> {
  const database = openDatabase({ path: stateFile(repository) });
  try {
    const runs = createSqliteRunStore({ database });
    await runs.init();
    const root = join(repository, '.ratchetr/artifacts');
    const artifacts = createFileArtifacts({ root });
    return await ask({ runs, artifacts, clock: systemClock });
  } finally {
    database.close();
  }
}

function stateFile(repository: string): string {
  return join(repository, '.ratchetr/state.db');
}
