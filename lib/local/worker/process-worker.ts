import { join } from 'node:path';
import type { RunId, WorkspaceId } from '#model/ids.ts';
import { createSqliteQueue } from '#store/sqlite/queue.ts';
import { createSqliteWorkspaceStore } from '#store/sqlite/workspace-store.ts';
import { keepBaselinesApart } from '#worker/own-baselines.ts';
import { runWorker } from '#worker/run-worker.ts';
import { serveSession, type SessionServices } from '#worker/serve-session.ts';
import { locateState } from '../state-folder.ts';
import { createStores, openStateFile } from '../stores.ts';
import { openWorker, type WorkerMachine } from './open-worker.ts';
import { environmentNames } from '#config/env-names.ts';
import type { Environment } from '#config/env.ts';

export interface WorkOrder {
  /** Folder in which the control plane keeps its state. */
  readonly home: string;
  readonly workspaceId: WorkspaceId;
  readonly runId: RunId;
  /** A word that only this worker knows; absent: a new one. */
  readonly nonce?: string;
}

/** Does the work of one run for a control plane on this machine, whose state file it shares. */
export async function workForFolder(
  own: WorkerMachine,
  { home, nonce, ...served }: WorkOrder,
): ReturnType<typeof runWorker> {
  const { clock, ids, logTo } = own.system;
  const { env, protocols, checkoutOf } = readCloneSource(own.env);
  const database = openStateFile(home);
  try {
    const workspaces = createSqliteWorkspaceStore({ database });
    await workspaces.init();
    const queue = createSqliteQueue({ database, clock, ids, log: logTo(own.output) });
    const stores = createStores(own.system, database, home);
    const deps = { ...stores, workspaces, queue, clock, ids, checkoutOf };
    const backend = serveSession(deps, served);
    const { work } = locateState(home);
    const environments = join(work, 'environments');
    const places = { protocols, work, environments, fetched: join(work, 'fetched') };
    const runs = keepBaselinesApart(stores.runs, served.workspaceId);
    const ofRun = { backend, stores: { ...stores, runs } };
    const worker = openWorker({ ...own, env }, { ...places, ...ofRun });
    return await runWorker(worker, nonce ?? ids.token());
  } finally {
    database.close();
  }
}

/** Where the code of pull requests lies, as the environment of a worker says it. */
interface CloneSource {
  readonly checkoutOf: SessionServices['checkoutOf'];
  /** How it may be reached. */
  readonly protocols: readonly string[];
  /** The environment without the token, which is for the checkout alone. */
  readonly env: Environment;
}

/** Reads the clone address, with `{owner}` and `{name}` in it; default: that of the host of the pull request. */
export function readCloneSource(environment: Environment): CloneSource {
  const {
    [environmentNames.cloneUrl]: given,
    [environmentNames.cloneToken]: token,
    ...env
  } = environment;
  const isHere = given !== undefined && (given.startsWith('/') || given.startsWith('file:'));
  return {
    env,
    protocols: isHere ? ['file'] : ['http', 'https'],
    checkoutOf: async ({ host, owner, name }) => {
      const template = given ?? `https://${host}/{owner}/{name}.git`;
      const url = template.replaceAll('{owner}', owner).replaceAll('{name}', name);
      return { url, ...(token !== undefined && { token }) };
    },
  };
}
