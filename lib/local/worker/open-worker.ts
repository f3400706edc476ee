import type { Environment } from '#config/env.ts';
import { environmentName } from '#config/environment-source.ts';
import { type OtherUser, replaceHome } from '#platform/process/other-user.ts';
import type { Sha } from '#model/ids.ts';
import type { RunStores } from '#repair/needs/run-state.ts';
import type { SessionBackend } from '#worker/needs/session-backend.ts';
import type { Worker } from '#worker/worker.ts';
import { createEnvironments } from '../environments.ts';
import { openGateway } from '../gateway.ts';
import { createCheckLines, createSessionLines } from '../progress/lines.ts';
import { openRepairHost } from '../repair-host.ts';
import { createRunFolders, openNoted } from '../run-folders.ts';
import type { Stores } from '../stores.ts';
import type { System } from '../system.ts';
import { readOwnVersion } from '../version.ts';
import { chmod } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { environmentsFolder } from '#platform/files/engine-cache.ts';
import { createCheckout } from '#platform/git/checkout.ts';
import type { GitDeps } from '#platform/git/git.ts';
import { removeFolder } from '#platform/git/remove-folder.ts';
import type { RunBrief } from '#model/run-brief.ts';
import type { OpenCheckout } from '#worker/needs/checkout.ts';

/** What the process of a worker has, beside a control plane or in a container. */
export interface WorkerMachine {
  readonly system: System;
  readonly env: Environment;
  /** The user that programs of a repository run as; absent: our own. */
  readonly asUser?: OtherUser | undefined;
  /** Its log. */
  readonly output: { write(text: string): void };
  readonly signal: AbortSignal;
}

export interface WorkerParts extends CheckoutFolders {
  readonly backend: SessionBackend;
  readonly stores: RunStores & Pick<Stores, 'spending'>;
  /** Absent: each run starts its own gateway, where it has keys. */
  readonly openGateway?: Worker['openGateway'] | undefined;
}

/** The worker of one run on this machine. */
export function openWorker(own: WorkerMachine, parts: WorkerParts): Worker {
  const { output, signal, asUser } = own;
  // What is judged could leave results there for others, and a container lives for one run.
  const env = { [environmentName(['check', 'cache'])]: 'false', ...own.env };
  const { backend, stores } = parts;
  const host = openRepairHost({ ...own, setsUp: true });
  return {
    host,
    backend,
    stores,
    folders: createRunFolders(host, parts.work),
    openCheckout: createOpenCheckout(host, { ...parts, asUser }),
    environments: createEnvironments(host, {
      root: (asUser === undefined ? environmentsFolder(env) : undefined) ?? parts.environments,
      env: asUser === undefined ? env : replaceHome(asUser, env),
    }),
    openGateway:
      parts.openGateway ??
      ((config, limits) => openGateway({ ...host, env }, config, stores.spending(limits))),
    progress: {
      check: createCheckLines({ output, signal }),
      session: createSessionLines({ output, signal }),
    },
    env,
    version: readOwnVersion(),
    signal,
  };
}

interface CheckoutFolders {
  /** How code may be fetched. */
  readonly protocols: readonly string[];
  /** Folder of what must survive a worker. */
  readonly work: string;
  /** Folder of what set-up installed, where the user has no folder for caches or another one installs. */
  readonly environments: string;
  /** Folder of objects that were fetched before. */
  readonly fetched: string;
}

/** Opens checkouts on this machine. */
function createOpenCheckout(
  host: GitDeps,
  { protocols, work, fetched, asUser }: CheckoutFolders & Pick<WorkerMachine, 'asUser'>,
): OpenCheckout {
  return async ({ brief, checkout }) => {
    const folder = await openNoted(host, join(work, brief.runId, 'checkout'));
    const close = (): Promise<void> => removeFolder(host, folder);
    // The way to what is installed leads through it.
    if (asUser !== undefined) await chmod(folder, 0o711);
    const repository = join(folder, 'repository');
    try {
      const { mergeBase } = await createCheckout({ ...host, protocols }).open({
        ...checkout,
        head: brief.headSha,
        base: brief.baseSha,
        folder: repository,
        cache: join(fetched, cacheName(brief)),
      });
      const openAt = async (commit: Sha): Promise<string> => {
        const here = { url: `file://${repository}`, head: commit, base: commit };
        const place = join(folder, 'base', basename(repository));
        await createCheckout({ ...host, protocols: ['file'] }).open({ ...here, folder: place });
        return place;
      };
      return { repository, gitDir: join(folder, 'trees.git'), mergeBase, openAt, close };
    } catch (error) {
      await close();
      throw error;
    }
  };
}

function cacheName({ pullRequest: { host, repositoryId } }: RunBrief): string {
  return `${encodeURIComponent(`${host} ${repositoryId}`)}.git`;
}
