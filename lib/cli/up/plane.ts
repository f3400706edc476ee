import { join } from 'node:path';
import { createFileMetrics } from '#platform/files/metrics.ts';
import { gitBlobId } from '#platform/files/git-blob.ts';
import { createProcessLauncher } from '#platform/process/launcher.ts';
import { createSqliteInstallationStore } from '#store/sqlite/installations.ts';
import { createSqliteQueue, type SqliteQueue } from '#store/sqlite/queue.ts';
import { createSqliteWorkspaceStore } from '#store/sqlite/workspace-store.ts';
import { systemClock } from '#platform/system/clock.ts';
import { systemHash } from '#platform/system/hash.ts';
import { createIds } from '#platform/system/ids.ts';
import { systemSignatures } from '#platform/system/signatures.ts';
import type { Override } from '#config/command-line-source.ts';
import { loadConfig } from '#config/load.ts';
import { formatProblem } from '#config/problems.ts';
import type { Environment } from '#config/env.ts';
import type { Log } from '#base/needs/log.ts';
import { report } from '#ratchet/report.ts';
import { createStores, openStateFile } from '#local/stores.ts';
import { openGitHub } from './github.ts';
import { createReporter } from './reporter.ts';
import { workerCommand, workerEnvironment } from './workers.ts';

export interface PlaneOptions {
  /** Folder in which the state is kept. */
  readonly home: string;
  readonly env: Environment;
  /** Settings for all repositories. */
  readonly overrides: readonly Override[];
  readonly mostWorkers: number;
}

/** Everything that the steps of a control plane on this machine need. */
export type Plane = Exclude<Awaited<ReturnType<typeof openPlane>>, string>;

/** Opens the control plane; a text says why it cannot be. */
export async function openPlane(log: Log, options: PlaneOptions) {
  const { home, env, overrides } = options;
  const loaded = loadConfig({ env, overrides });
  if (loaded.kind === 'invalid') return loaded.problems.map(formatProblem).join('; ');
  const state = join(home, '.ratchetr');
  const clock = systemClock;
  const metrics = createFileMetrics(
    { clock },
    { path: join(state, 'metrics.jsonl'), stage: 'local' },
  );
  const github = await openGitHub({ clock, log, metrics, hash: systemHash }, env);
  if (typeof github === 'string') return github;
  const database = openStateFile(home);
  const stores = createStores(database, home);
  await stores.runs.init();
  const workspaces = createSqliteWorkspaceStore({ database });
  const ids = createIds({ clock });
  const queue: SqliteQueue = createSqliteQueue({ database, clock, log, ids });
  const launcher = createProcessLauncher(
    { clock, log, parentEnv: env },
    {
      cwd: home,
      folder: join(state, 'workers'),
      most: options.mostWorkers,
      command: (launch) => workerCommand(home, launch),
      env: (launch) => workerEnvironment({ env, github, workspaces }, launch),
    },
  );
  const parts = {
    ...stores,
    ...github,
    workspaces,
    queue,
    launcher,
    installations: createSqliteInstallationStore({ database }),
    spending: stores.spending(loaded.config.budgets),
    clock,
    ids,
    hash: systemHash,
    signatures: systemSignatures,
    blobId: gitBlobId,
    random: () => Math.random(),
    env,
    overrides,
    log,
    metrics,
    state,
    close: () => {
      metrics.flush();
      database.close();
    },
  };
  return { ...parts, report: createReporter((wanted) => report(parts, wanted)) };
}
