import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createFileArtifacts } from '#adapters/files/artifacts.ts';
import { runBrief } from '#domain/model/run-brief.ts';
import type { Session } from '#domain/model/session.ts';
import { briefName } from '#steps/dispatch/prepare-run.ts';
import { createSessionBackend } from '#steps/serve-session.ts';
import type { SessionEndWord } from '#ports/session-backend.ts';
import type { Message } from '#domain/model/message.ts';
import { openStores } from '../adapters/sqlite/stores.ts';
import { createManualClock } from '../support/manual-clock.ts';
import { aRun, aWorkspaceState, runId, sha, t0, workspaceId } from '../support/samples.ts';
import { tempFolder } from '../support/temp-folder.ts';

const served = { runId: runId('run-1'), workspaceId: workspaceId('workspace-1') };
const state = aWorkspaceState();
const session: Session = {
  id: served.runId,
  kind: 'ci',
  phase: 'launching',
  startBy: t0 + 1_000,
  deadline: t0 + 10_000,
  launches: 1,
  fence: 0,
  headBefore: sha('a'),
  headTree: sha('b'),
  fingerprint: 'seen',
  runIdsBefore: [],
  reservedAt: t0,
};
const brief = runBrief.parse({
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
const end: SessionEndWord = { summary: { outcome: 'green' }, status: 'succeeded', costUsd: 0.5 };

/** A control plane that has launched a worker. */
async function controlPlane() {
  const folder = await tempFolder();
  const stores = await openStores(join(folder, 'state.db'));
  const clock = createManualClock(t0);
  const artifacts = createFileArtifacts({ root: folder, clock });
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
  await stores.workspaces.create(aWorkspaceState({ session }), t0 + 60_000);
  await stores.runs.createRun(aRun({ id: served.runId }));
  const key = { runId: served.runId, name: briefName };
  await artifacts.put(key, new TextEncoder().encode(JSON.stringify(brief)));
  return {
    ...stores,
    clock,
    sent,
    checkout,
    worker: (run = served.runId) => createSessionBackend(deps, { ...served, runId: run }),
    head: () => stores.workspaces.load(served.workspaceId),
    log: () => stores.workspaces.listTransitions({ id: served.workspaceId, now: t0, limit: 9 }),
  };
}

describe('a worker at the control plane', () => {
  it('begins once, and is told the same when it asks again', async () => {
    const { worker, head, log, checkout } = await controlPlane();
    const first = await worker().start('mine');
    expect(first).toMatchObject({
      kind: 'started',
      brief,
      fence: 1,
      deadline: t0 + 10_000,
      checkout,
    });
    expect(await worker().start('mine')).toEqual(first);
    expect(await worker().start('other')).toMatchObject({ kind: 'refused' });
    expect(await head()).toMatchObject({
      state: { session: { phase: 'running', nonce: 'mine' } },
      dueAt: t0 + 60_000,
    });
    expect(await log()).toMatchObject([{ action: 'SESSION', snapshot: { phase: 'running' } }]);
  });

  it('is granted one start where two come at once', async () => {
    const { worker } = await controlPlane();
    const both = await Promise.all(['one', 'other'].map((nonce) => worker().start(nonce)));
    expect(both.map(({ kind }) => kind).toSorted()).toEqual(['refused', 'started']);
  });

  it('is heard once: its run is closed, its session finished, and what follows is promised', async () => {
    const { worker, head, log, runs, sent } = await controlPlane();
    const own = worker();
    await own.start('mine');
    expect([await own.finish(end), await own.finish(end)]).toEqual(['accepted', 'accepted']);
    expect(await runs.loadRun(served.runId)).toMatchObject({
      status: 'succeeded',
      summary: { outcome: 'green', costUsd: 0.5 },
    });
    expect(await head()).toMatchObject({
      state: { spentUsd: 0, session: { phase: 'finished' } },
      dueAt: t0 + 60_000,
    });
    const { workspaceId: id } = served;
    const command = { kind: 'exit', runId: served.runId };
    expect(sent).toEqual([{ kind: 'command', schemaVersion: 1, workspaceId: id, command }]);
    expect(await log()).toHaveLength(2);
  });

  it('is not heard before it began, when it is late, or after another took its place', async () => {
    const { worker, clock, head, runs } = await controlPlane();
    const own = worker();
    expect(await own.finish(end)).toBe('refused');
    await own.start('mine');
    clock.advance(10_000);
    expect(await own.finish(end)).toBe('refused');
    expect(await runs.loadRun(served.runId)).toMatchObject({ status: 'running' });
    expect(await head()).toMatchObject({ state: { session: { phase: 'running' } } });
  });

  it('is refused for a run that nobody wrote a brief for', async () => {
    const { worker } = await controlPlane();
    expect(await worker(runId('run-2')).start('mine')).toMatchObject({ kind: 'refused' });
    expect(await worker().start('mine')).toMatchObject({ kind: 'started' });
  });
});
