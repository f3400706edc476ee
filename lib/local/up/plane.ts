import { createFileMetrics } from '#platform/files/metrics.ts';
import { engines } from '#engines/registry.ts';
import { gitBlobId } from '#platform/files/git-blob.ts';
import { createProcessLauncher } from '#platform/process/launcher.ts';
import { createSqliteInstallationStore } from '#store/sqlite/installations.ts';
import { createSqliteQueue, type SqliteQueue } from '#store/sqlite/queue.ts';
import { createSqliteWorkspaceStore } from '#store/sqlite/workspace-store.ts';
import { systemSignatures } from '#platform/system/signatures.ts';
import { loadConfig } from '#config/load.ts';
import { formatProblem } from '#config/problems.ts';
import { ok, refuse } from '#base/outcome.ts';
import { reportToForge } from '#ratchet/report.ts';
import { locateState } from '../state-folder.ts';
import { createStores, openStateFile } from '../stores.ts';
import { openLocalGitHub } from './github.ts';
import type { UpMachine } from './wanted.ts';
import { createReporter } from './reporter.ts';
import { workerCommand, environmentForWorker } from './workers.ts';

export interface PlaneOptions {
  /** Folder in which the state is kept. */
  readonly home: string;
  readonly mostWorkers: number;
}

const noOverrides: readonly never[] = [];

/** Everything that the steps of a control plane on this machine need. */
export type Plane = Extract<Awaited<ReturnType<typeof openPlane>>, { kind: 'ok' }>['value'];

/** Opens the control plane. */
export async function openPlane(
  { env, log, system: { clock, ids, hash } }: Omit<UpMachine, 'signal'>,
  { home, mostWorkers }: PlaneOptions,
) {
  const loaded = loadConfig({ env, overrides: noOverrides });
  if (loaded.kind === 'invalid') {
    return refuse('settings', loaded.problems.map(formatProblem).join('; '));
  }
  const paths = locateState(home);
  const metrics = createFileMetrics({ clock }, { path: paths.metrics, stage: 'local' });
  const opened = await openLocalGitHub({ clock, log, metrics, hash }, env);
  if (opened.kind === 'refused') return opened;
  const github = opened.value;
  const database = openStateFile(home);
  const stores = createStores({ clock, ids }, database, home);
  await stores.runs.init();
  const workspaces = createSqliteWorkspaceStore({ database });
  const queue: SqliteQueue = createSqliteQueue({ database, clock, log, ids });
  const launcher = createProcessLauncher(
    { clock, log, parentEnv: env },
    {
      cwd: home,
      folder: paths.workers,
      most: mostWorkers,
      command: (launch) => workerCommand(home, launch),
      env: (launch) => environmentForWorker({ env, forge: github.forge, workspaces }, launch),
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
    hash,
    signatures: systemSignatures,
    blobId: gitBlobId,
    silencers: engines,
    random: () => Math.random(),
    env,
    // Settings for all repositories stand in the environment.
    overrides: noOverrides,
    log,
    metrics,
    close: () => {
      metrics.flush();
      database.close();
    },
  };
  return ok({ ...parts, report: createReporter((wanted) => reportToForge(parts, wanted)) });
}
