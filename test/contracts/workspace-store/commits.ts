import { expect } from 'vitest';
import type { WorkspaceStore } from '#ratchet/needs/workspace-store.ts';
import { runId, t0, workspaceId } from '../../support/samples.ts';
import type { Promises } from '../contract.ts';
import { change, commit, dueSoon, entry, headOf, theWorkspace, watch } from './steps.ts';

const now = t0 + 1_000;

export const commits: Promises<WorkspaceStore> = {
  async 'write state, promises and next look in one step'({ store, reopen }) {
    const seen = await watch(store);
    const commands = [{ kind: 'dispatch', runId: runId('run-1') }, { kind: 'report' }] as const;
    const decided = change(seen, { transition: entry(), commands, dueAt: t0 + 60_000 });
    const head = await commit(store, decided);
    expect(head).toEqual({
      state: decided.next,
      rev: 2,
      wakeSeq: 0,
      dueAt: t0 + 60_000,
      outbox: {
        rev: 2,
        transition: { ...entry(), workspaceId: theWorkspace, rev: 2 },
        commands,
      },
    });
    expect(await (await reopen()).load(theWorkspace)).toEqual(head);
  },

  async 'that promise nothing leave no outbox behind'({ store }) {
    const first = await commit(store, change(await watch(store)));
    expect(first).not.toHaveProperty('outbox');
    expect(await commit(store, change(first))).toMatchObject({ rev: 3 });
  },

  async 'are lost when another one came first, and change nothing'({ store, reopen }) {
    const seen = await watch(store);
    const head = await commit(store, change(seen));
    const late = change(seen, {
      next: { ...seen.state, enabled: false },
      transition: entry({ reason: 'late' }),
      dueAt: t0 + 5,
    });
    expect(await (await reopen()).commit(late)).toEqual({ kind: 'lost' });
    expect(await headOf(store)).toEqual(head);
    expect(await store.commit(change({ ...head, rev: 3 }))).toEqual({ kind: 'lost' });
    expect(await headOf(store)).toEqual(head);
  },

  async 'of two at once one is committed, and all of it'({ store, reopen }) {
    const other = await reopen();
    let head = await watch(store);
    for (let round = 0; round < 8; round += 1) {
      const seen = head;
      const decided = [
        change(seen, { next: { ...seen.state, lastCiRunIds: [`a${round}`] }, dueAt: t0 + 1 }),
        change(seen, { next: { ...seen.state, lastCiRunIds: [`b${round}`] }, dueAt: t0 + 2 }),
      ] as const;
      const outcomes = await Promise.all([store.commit(decided[0]), other.commit(decided[1])]);
      expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual(['committed', 'lost']);
      const winner = outcomes[0].kind === 'committed' ? decided[0] : decided[1];
      head = await headOf(store);
      expect(head).toEqual({ ...seen, state: winner.next, rev: seen.rev + 1, dueAt: winner.dueAt });
    }
  },

  async 'know no workspace that is not watched'({ store }) {
    const seen = { ...(await watch(store)) };
    const nowhere = { ...seen, state: { ...seen.state, id: workspaceId('nowhere') } };
    expect(await store.commit(change(nowhere))).toEqual({ kind: 'lost' });
    expect(await store.load(workspaceId('nowhere'))).toBeUndefined();
  },

  async 'keep a wake that came since the read'({ store, reopen }) {
    const seen = await watch(store);
    await (await reopen()).wake(theWorkspace, now);
    const head = await commit(store, change(seen, { dueAt: t0 + 60_000, now }));
    expect(head).toMatchObject({ rev: 2, wakeSeq: 1, dueAt: now });
    expect(await headOf(store)).toEqual(head);
    expect(await dueSoon(store, now, [theWorkspace])).toEqual([theWorkspace]);
  },

  async 'keep a wake also when there was to be no next look'({ store }) {
    const seen = await watch(store);
    await store.wake(theWorkspace, now);
    const { dueAt: _, ...decided } = change(seen, { now });
    expect(await commit(store, decided)).toMatchObject({ rev: 2, wakeSeq: 1, dueAt: now });
    expect((await headOf(store)).dueAt).toBe(now);
    expect(await dueSoon(store, now, [theWorkspace])).toEqual([theWorkspace]);
  },

  async 'need not keep a wake that was read'({ store }) {
    await watch(store);
    await store.wake(theWorkspace, now);
    const head = await commit(store, change(await headOf(store), { dueAt: t0 + 60_000, now }));
    expect(head).toMatchObject({ rev: 2, wakeSeq: 1, dueAt: t0 + 60_000 });
  },

  async 'are not defeated by a burst of wakes'({ store, reopen }) {
    const seen = await watch(store);
    for (let wakes = 0; wakes < 127; wakes += 1) await store.wake(theWorkspace, now);
    const head = await commit(await reopen(), change(seen, { now }));
    expect(head).toMatchObject({ rev: 2, wakeSeq: 127, dueAt: now });
    expect(await headOf(store)).toEqual(head);
  },

  async 'are not defeated by a burst of wakes at the same time'({ store, reopen }) {
    const seen = await watch(store);
    const other = await reopen();
    const wakes = Array.from({ length: 127 }, () => other.wake(theWorkspace, now));
    const outcome = await store.commit(change(seen, { now }));
    expect(await Promise.all(wakes)).toEqual(wakes.map(() => 'woken'));
    expect(outcome.kind).toBe('committed');
    expect(await headOf(store)).toMatchObject({ rev: 2, wakeSeq: 127, dueAt: now });
  },

  async 'are not defeated by a look that was postponed'({ store }) {
    const seen = await watch(store);
    await store.postpone({ id: theWorkspace, dueAt: t0 }, t0 + 120_000);
    const head = await commit(store, change(seen, { dueAt: t0 + 60_000 }));
    expect(head).toMatchObject({ rev: 2, dueAt: t0 + 60_000 });
  },

  async 'that are sent again are committed again, but not twice'({ store, reopen }) {
    const decided = change(await watch(store), { transition: entry() });
    const head = await commit(store, decided);
    expect(await (await reopen()).commit(decided)).toEqual({ kind: 'committed', head });
    expect(await headOf(store)).toEqual(head);
    await store.wake(theWorkspace, now);
    expect((await commit(store, decided)).rev).toBe(2);
    expect(await headOf(store)).toEqual({ ...head, wakeSeq: 1, dueAt: now });
  },

  async 'that are sent twice at once are committed once'({ store, reopen }) {
    const other = await reopen();
    const decided = change(await watch(store), { transition: entry() });
    const outcomes = await Promise.all([store.commit(decided), other.commit(decided)]);
    const head = await headOf(store);
    expect(outcomes).toEqual([
      { kind: 'committed', head },
      { kind: 'committed', head },
    ]);
    expect(head).toMatchObject({ rev: 2, state: { consecutiveFixupAttempts: 1 } });
  },
};
