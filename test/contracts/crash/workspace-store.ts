import { describe, expect, it } from 'vitest';
import type { WorkspaceState } from '#model/workspace.ts';
import type { Queue } from '#ratchet/needs/queue.ts';
import type { WorkspaceStore } from '#ratchet/needs/workspace-store.ts';
import { changeWorkspace } from '#ratchet/change-workspace.ts';
import { aDelivery, aTransition, aWorkspaceState, t0, workspaceId } from '../../support/samples.ts';
import { atEveryPoint, type StopPoint, survives, write } from '../../support/stop-point.ts';
import type { CrashHarness } from './harness.ts';

const id = workspaceId('workspace-1');
const looks = 4;

/** Stops a chain of decisions at every write and shows that the log keeps each of them once. */
export function workspaceCrashContract(harness: CrashHarness): void {
  describe(`stopped at any write: workspace store on ${harness.name}`, () => {
    it('a decision is logged exactly once and in order, its command is sent, the workspace comes back', async () => {
      const points = await atEveryPoint(async (point) => {
        const site = await harness.open();
        const sent: string[] = [];
        const healthy = (await site.start()).workspaces;
        await healthy.create(aWorkspaceState(), t0);
        for (let look = 0; look < looks; look += 1) {
          const dying = (await site.start(look === 1 ? point : undefined)).workspaces;
          const queue = recorder(sent, look === 1 ? point : undefined);
          const survived = await survives(() => decide(dying, queue, look));
          if (!survived) await decide(healthy, recorder(sent), look);
          await healthy.wake(id, t0 + look);
        }
        await expectConsistent(healthy, sent);
        await site.close();
      });
      expect(points, 'commit, log, queue and outbox are writes').toBeGreaterThanOrEqual(8);
    });

    it.each([
      ['create', (store: WorkspaceStore) => store.create(aWorkspaceState(), t0)],
      ['wake', (store: WorkspaceStore) => store.wake(id, t0 + 5)],
      ['postpone', (store: WorkspaceStore) => store.postpone({ id, dueAt: t0 }, t0 + 120_000)],
      ['recordDelivery', (store: WorkspaceStore) => store.recordDelivery(aDelivery())],
    ])('%s leaves the workspace whole and findable', async (name, operation) => {
      const points = await atEveryPoint(async (point) => {
        const site = await harness.open();
        const healthy = (await site.start()).workspaces;
        if (name !== 'create') await healthy.create(aWorkspaceState(), t0);
        const dying = (await site.start(point)).workspaces;
        await survives(() => operation(dying));
        await operation(healthy);
        const head = await healthy.load(id);
        expect(head?.state).toEqual(aWorkspaceState());
        expect(await healthy.list(aWorkspaceState().installationId)).toEqual([id]);
        expect(head?.dueAt, 'it is still looked at').toBeDefined();
        expect(head?.rev).toBe(1);
        const delivered = name === 'recordDelivery' ? aDelivery() : undefined;
        expect(await healthy.findDelivery(aDelivery().id, t0)).toEqual(delivered);
        await site.close();
      });
      expect(points).toBeGreaterThan(0);
    });
  });
}

/** One look: counts itself in the state, so that a look lost or doubled shows there too. */
async function decide(store: WorkspaceStore, queue: Queue, look: number): Promise<void> {
  let token = 0;
  const deps = {
    workspaces: store,
    queue,
    clock: { now: () => t0 + 1_000 * look },
    ids: { token: () => `look-${look}-${(token += 1)}-${Math.random()}` },
  };
  await changeWorkspace(deps, id, ({ state }) => {
    if (state.consecutiveFixupAttempts > look) return undefined;
    const next: WorkspaceState = { ...state, consecutiveFixupAttempts: look + 1 };
    const { rev: _, workspaceId: __, ...transition } = aTransition({ reason: `look ${look}` });
    return { next, transition, commands: [{ kind: 'report' }], dueAt: t0 + 60_000 };
  });
}

function recorder(sent: string[], point?: StopPoint): Queue {
  const send = async (count: number): Promise<void> => void sent.push(`${count}`);
  return {
    send: ({ length }) => (point === undefined ? send(length) : write(point, () => send(length))),
  };
}

async function expectConsistent(store: WorkspaceStore, sent: readonly string[]): Promise<void> {
  const head = await store.load(id);
  expect(head?.state.consecutiveFixupAttempts).toBe(looks);
  expect(head?.rev).toBe(looks + 1);
  expect(head?.outbox, 'every promise is kept').toBeUndefined();
  const log = await store.listTransitions({ id, now: t0, limit: 100 });
  expect(log.map(({ reason }) => reason)).toEqual(
    Array.from({ length: looks }, (_, look) => `look ${looks - 1 - look}`),
  );
  expect(log.map(({ rev }) => rev)).toEqual([5, 4, 3, 2]);
  expect(sent.length, 'at least one command for each').toBeGreaterThanOrEqual(looks);
  expect(sent.length, 'and one more at most for the one crash').toBeLessThanOrEqual(looks + 1);
}
