import { createHash } from 'node:crypto';
import type { Spending } from '#gateway/needs/spending.ts';
import { sha256 } from '#model/ids.ts';
import type { ArtifactGrants, Artifacts, StoredBytes, Transfers } from '#model/needs/artifacts.ts';
import type { RunStore } from '#model/needs/run-store.ts';
import type { BrokerClient } from './client.ts';

/** Runs, tasks and attempts as the broker lets the worker of one run reach them. */
export function createBrokerRunStore({ runs }: BrokerClient): RunStore {
  return {
    ...runs,
    // The control plane made what the store needs.
    init: async () => undefined,
    createRun: () => forbid('make a run'),
    listRuns: () => forbid('list runs'),
    updateRunStatus: () => forbid('close a run except by its result'),
  };
}

async function forbid(what: string): Promise<never> {
  throw new Error(`A worker may not ${what}: the control plane does that`);
}

/** Artifacts by grants of the broker: the bytes go straight to where they are kept. */
export function createBrokerArtifacts(
  { artifacts }: BrokerClient,
  transfers: Transfers,
): ArtifactGrants & Artifacts {
  return {
    ...artifacts,
    put: async (key, body) =>
      transfers.upload(await artifacts.presignPut(key, measureBytes(body), transferMs), body),
    get: async (key) => transfers.download(await artifacts.presignGet(key, transferMs)),
  };
}

const transferMs = 10 * 60_000;

function measureBytes(body: Uint8Array): StoredBytes {
  const digest = createHash('sha256').update(body).digest('hex');
  return { sha256: sha256.parse(digest), sizeBytes: body.length };
}

/** The ledger behind the broker, which alone knows the other accounts that pay, and all limits. */
export function createBrokerSpending(
  { spending }: BrokerClient,
  /** The credential of the gateway of this run. */
  credential?: string,
): Spending {
  return {
    reserve: ({ attempt }, amount) => spending.reserve({ attempt, amount }),
    settle: (id, amount) => spending.settle({ id, amount, credential }),
    balance: ({ attempt }) => spending.balance({ attempt }),
  };
}
