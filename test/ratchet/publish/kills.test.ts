import { describe, expect, it } from 'vitest';
import { createPublisher } from '#github/publisher.ts';
import type { WorkspaceStore } from '#ratchet/needs/workspace-store.ts';
import { publishChangeset } from '#ratchet/publish-changeset.ts';
import { atEveryPoint, type StopPoint, write } from '../../support/stop-point.ts';
import { type Given, type PublishGround, publishGround, wanted } from './ground.ts';

/** Every change at the forge and in the store counts; who is dead changes nothing any more. */
function mortalDeps(ground: PublishGround, point: StopPoint): PublishGround['deps'] {
  const { deps, clock } = ground;
  const send: typeof fetch = async (url, init) => {
    const isToken = new Request(url).url.includes('token');
    const isWriting = init?.method !== 'GET' && !isToken;
    if (isWriting) return write(point, () => fetch(url, init));
    point.look();
    return fetch(url, init);
  };
  return {
    ...deps,
    publisher: createPublisher(ground.clientWith(send), clock),
    workspaces: mortalStore(ground.workspaces, point),
    queue: { send: (messages) => write(point, () => deps.queue.send(messages)) },
  };
}

function mortalStore(store: WorkspaceStore, point: StopPoint): WorkspaceStore {
  return {
    ...store,
    commit: (change) => write(point, () => store.commit(change)),
    putTransition: (entry) => write(point, () => store.putTransition(entry)),
    clearOutbox: (id, rev) => write(point, () => store.clearOutbox(id, rev)),
  };
}

describe.each<[string, Given]>([
  ['by the git data API', {}],
  ['signed by the forge', { observation: { signaturesRequired: true } }],
])('a publish %s', (_, given) => {
  it('comes to the same one commit wherever its process dies', async () => {
    const points = await atEveryPoint(async (point) => {
      const ground = await publishGround(given);
      await publishChangeset(mortalDeps(ground, point), wanted).catch(() => undefined);
      await publishChangeset(ground.deps, wanted);
      expect(ground.commitsSince()).toHaveLength(1);
      const state = await ground.state();
      expect(state.session).toBeUndefined();
      expect(state).toMatchObject({
        consecutiveFixupAttempts: 1,
        lastSession: { outcome: 'pushed' },
        lastPushSha: ground.tip(),
        pushes: [{ sha: ground.tip() }],
        spentUsd: 0.25,
      });
      await flushed(ground);
    });
    expect(points).toBeGreaterThan(12);
  });
});

/** What was promised last is kept by the next writer, whoever that is. */
async function flushed({ deps, sent, transitions }: PublishGround): Promise<void> {
  await publishChangeset(deps, wanted);
  const reasons = (await transitions()).map(({ reason }) => reason);
  expect(reasons.filter((reason) => reason.startsWith('Pushed'))).toHaveLength(1);
  const head = await deps.workspaces.load(wanted.workspaceId);
  const promised = head?.outbox?.commands ?? [];
  const commands = sent.map((one) => one.kind === 'command' && one.command);
  expect([...commands, ...promised]).toContainEqual({ kind: 'report', runId: 'run-1' });
}
