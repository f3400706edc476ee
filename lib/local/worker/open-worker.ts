import type { Environment } from '#config/env.ts';
import type { OtherUser } from '#platform/process/other-user.ts';
import type { RunStores } from '#repair/needs/run-state.ts';
import type { Worker } from '#worker/worker.ts';
import { openGateway } from '../gateway.ts';
import { createCheckLines, createSessionLines } from '../progress/lines.ts';
import { openRepairHost } from '../repair-host.ts';
import { createRunFolders } from '../run-folders.ts';
import type { Stores } from '../stores.ts';
import type { System } from '../system.ts';
import { readOwnVersion } from '../version.ts';
import { checkoutsIn, type CheckoutFolders } from './open-checkout.ts';

/** What the process of a worker has, whatever it works for. */
export interface WorkerMachine {
  readonly system: System;
  readonly env: Environment;
  /** Whom programs of a repository run as; absent: as we do. */
  readonly asUser?: OtherUser | undefined;
  /** Its log. */
  readonly output: { write(text: string): void };
  readonly signal: AbortSignal;
}

export interface WorkerParts extends CheckoutFolders, Pick<Worker, 'backend'> {
  readonly stores: RunStores & Pick<Stores, 'spending'>;
  /** Absent: each run starts its own gateway, where it has keys. */
  readonly openGateway?: Worker['openGateway'] | undefined;
}

/** The worker of one run on this machine. */
export function openWorker(own: WorkerMachine, parts: WorkerParts): Worker {
  const { env, output, signal } = own;
  const { backend, stores } = parts;
  const host = openRepairHost(own);
  return {
    host,
    backend,
    stores,
    folders: createRunFolders(host, parts.work),
    openCheckout: checkoutsIn(host, parts),
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
