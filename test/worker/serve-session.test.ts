import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createFileArtifacts } from '#platform/files/artifacts.ts';
import { type RunBrief, runBrief } from '#model/run-brief.ts';
import type { Message } from '#model/message.ts';
import type { Session } from '#model/session.ts';
import { briefName } from '#ratchet/dispatch/brief-name.ts';
import { serveSession } from '#worker/serve-session.ts';
import { openStores } from '../store/sqlite/stores.ts';
import {
  deadline,
  dueAt,
  served,
  type SessionBackendGround,
  sessionBackendContract,
  startBy,
} from '../contracts/session-backend.ts';
import { createManualClock } from '../support/manual-clock.ts';
import { aRun, aWorkspaceState, runId, sha, t0 } from '../support/samples.ts';
import { tempFolder } from '../support/temp-folder.ts';

const state = aWorkspaceState();
const session: Session = {
  id: served.runId,
  kind: 'ci',
  phase: 'launching',
  startBy,
  deadline,
  launches: 1,
  fence: 0,
  headBefore: sha('a'),
  headTree: sha('b'),
  fingerprint: 'seen',
  runIdsBefore: [],
  reservedAt: t0,
};
const brief: RunBrief = runBrief.parse({
  schemaVersion: 1,
  runId: served.runId,
  work: 'ci',
  pullRequest: state.pullRequest,
  title: 'Add up',
  headSha: sha('a'),
  headRef: 'add-up',
  baseSha: sha('b'),
  baseRef: 'main',
  failed: [],
  threads: [],
  answers: [],
  budgetUsd: 1,
});

async function controlPlane(): Promise<SessionBackendGround> {
  const folder = await tempFolder();
  const stores = await openStores(join(folder, 'state.db'));
  const clock = createManualClock(t0);
  const artifacts = createFileArtifacts({ root: folder });
  const sent: Message[] = [];
  const queue = { send: async (all: readonly Message[]) => void sent.push(...all) };
  const checkout = { url: 'https://github.com/acme/shop.git' };
  let tokens = 0;
  const deps = {
    ...stores,
    artifacts,
    clock,
    queue,
    ids: { token: () => `token-${(tokens += 1)}` },
    checkoutOf: async () => checkout,
  };
  await stores.workspaces.create(aWorkspaceState({ session }), dueAt);
  await stores.runs.createRun(aRun({ id: served.runId }));
  const key = { runId: served.runId, name: briefName };
  await artifacts.put(key, new TextEncoder().encode(JSON.stringify(brief)));
  return {
    ...stores,
    brief,
    clock,
    sent,
    checkout,
    worker: (run = served.runId) => serveSession(deps, { ...served, runId: run }),
    head: () => stores.workspaces.load(served.workspaceId),
    log: () => stores.workspaces.listTransitions({ id: served.workspaceId, now: t0, limit: 9 }),
  };
}

sessionBackendContract('a call', controlPlane);

describe('a worker that is called directly', () => {
  it('is refused for a run that nobody wrote a brief for', async () => {
    const { worker } = await controlPlane();
    const reason = 'The run run-2 has no brief';
    expect(await worker(runId('run-2')).start('mine')).toEqual({ kind: 'refused', reason });
  });
});
