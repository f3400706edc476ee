import { ok, refuse } from '#base/outcome.ts';
import type { ArtifactKey } from '#model/artifact.ts';
import { formatEventLine } from '#model/event-line.ts';
import type { workerProtocol } from '../rules/protocol/worker-protocol.ts';
import type { BrokerServices, Speaker } from './services.ts';
import type { BrokerOutcome, Handlers } from './handlers.ts';

/** Longest life of a grant: enough for the largest artifact, and not much longer than its worker lives. */
const longestMs = 15 * 60_000;

/** The brief, and what stores read back as their own: the first to write a name has it, so no worker may. */
const ofTheStore = /^(?:brief\.json|(?:findings|overflow)\/.*)$/s;

/** How a worker stores and reads bytes: by a grant for each transfer. */
export const artifactHandlers: Handlers<typeof workerProtocol.artifacts> = {
  presignPut: async ({ artifacts }, _, { key, bytes, expiresInMs }) => {
    if (ofTheStore.test(key.name)) {
      return refuse('not-yours', `${key.name} is written by the broker alone`);
    }
    return ok(await artifacts.presignPut(key, bytes, Math.min(expiresInMs, longestMs)));
  },
  presignGet: async (deps, speaker, { key, expiresInMs }) =>
    (await refuseForeignRead(deps, speaker, key)) ??
    ok(await deps.artifacts.presignGet(key, Math.min(expiresInMs, longestMs))),
  describe: async (deps, speaker, { key }) =>
    (await refuseForeignRead(deps, speaker, key)) ?? ok(await deps.artifacts.describe(key)),
};

/** Of other runs, a worker may read only the baselines that runs of its own pull request recorded. */
async function refuseForeignRead(
  { runs }: BrokerServices,
  { runId, workspaceId }: Speaker,
  key: ArtifactKey,
): Promise<BrokerOutcome<never> | undefined> {
  if (key.runId === runId) return undefined;
  const isShared = /^baseline\/[^/]+$/.test(key.name);
  if (isShared && (await runs.loadRun(key.runId))?.workspaceId === workspaceId) return undefined;
  return refuse('not-yours', `${key.runId} is not the run of this worker`);
}

export const eventHandlers: Handlers<typeof workerProtocol.events> = {
  append: async ({ segments }, { runId }, { workerId, number, events }) => {
    const text = events.map((event) => formatEventLine(event, runId)).join('');
    const outcome = await segments.store({ runId, workerId, number, text });
    if (outcome === 'stored') return ok('stored');
    return refuse('not-yours', `Another log of ${workerId} has its segment ${number}`);
  },
};
