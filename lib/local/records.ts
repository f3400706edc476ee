import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { stateFile } from '#model/own-files.ts';
import type { TimeSource } from '#base/needs/clock.ts';
import type { CheckServices } from '#check/check-repository.ts';
import { type BaselineStores, findRecorded } from '#check/recorded-baselines.ts';
import { createFileArtifacts } from '#platform/files/artifacts.ts';
import { locateState } from './state-folder.ts';

/** The name of the repository in its own state file. */
export const thisRepository = 'local';

/** What the state file of a repository has recorded of a commit. */
export function createLocalBaselineReader(
  clock: TimeSource,
  repository: string,
): CheckServices['recordedOf'] {
  return async (commit, engine) => {
    // No state file is created only to be found empty.
    if (!existsSync(join(repository, stateFile))) return new Map();
    return withRecords(clock, repository, (own) =>
      findRecorded(own, thisRepository, { commit, engine }),
    );
  };
}

/** Opens the state file of a repository while `ask` runs. */
export async function withRecords<Result>(
  clock: TimeSource,
  repository: string,
  ask: (deps: BaselineStores) => Promise<Result>,
): Promise<Result> {
  // Where nothing was recorded, which is at most checks, no database is loaded.
  const [{ openDatabase }, { createSqliteRunStore }] = await Promise.all([
    import('#store/sqlite/open-database.ts'),
    import('#store/sqlite/run-store.ts'),
  ]);
  const database = openDatabase({ path: join(repository, stateFile) });
  try {
    const runs = createSqliteRunStore({ database });
    await runs.init();
    const { artifacts: root } = locateState(repository);
    const artifacts = createFileArtifacts({ root });
    return await ask({ runs, artifacts, clock });
  } finally {
    database.close();
  }
}
