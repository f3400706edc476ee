import { expect } from 'vitest';
import type { WorkspaceStore } from '#ratchet/needs/workspace-store.ts';
import { aWorkspaceState, t0, workspaceId } from '../../support/samples.ts';
import type { Promises } from '../contract.ts';
import { soon } from '../soon.ts';
import { change, commit, due, dueSoon, entry, headOf, theWorkspace, watch } from './steps.ts';

const far = t0 + 1_000_000;

export const looks: Promises<WorkspaceStore> = {
  async 'only what is due is listed, with its time'({ store, reopen }) {
    await store.create(aWorkspaceState({ id: 'now' }), t0);
    await store.create(aWorkspaceState({ id: 'soon' }), t0 + 100);
    await store.create(aWorkspaceState({ id: 'late' }), t0 + 5_000);
    expect(await dueSoon(store, t0 + 100, ['now', 'soon'])).toEqual(['now', 'soon']);
    expect(await dueSoon(await reopen(), t0 + 99, ['now'])).toEqual(['now']);
    expect(await due(store, t0 - 1)).toEqual([]);
    expect(await due(store, t0 + 100)).toEqual([
      { id: 'now', dueAt: t0 },
      { id: 'soon', dueAt: t0 + 100 },
    ]);
  },

  async 'a listing is no longer than asked for'({ store }) {
    const ids = Array.from({ length: 40 }, (_, index) => `workspace-${index}`);
    for (const id of ids) await watch(store, { id });
    expect(await dueSoon(store, t0, ids)).toEqual(ids.toSorted());
    for (const limit of [1, 7, 39]) {
      const listed = await store.listDue({ now: t0, limit });
      expect(new Set(listed.map(({ id }) => id)).size).toBe(limit);
      expect(listed).toHaveLength(limit);
    }
  },

  async 'a wake makes due at once and changes nothing else'({ store, reopen }) {
    const head = await commit(
      store,
      change(await watch(store), {
        transition: entry(),
        commands: [{ kind: 'report' }],
        dueAt: far,
      }),
    );
    expect(await (await reopen()).wake(theWorkspace, t0 + 7)).toBe('woken');
    expect(await headOf(store)).toEqual({ ...head, wakeSeq: 1, dueAt: t0 + 7 });
    expect(await dueSoon(store, t0 + 7, [theWorkspace])).toEqual([theWorkspace]);
  },

  async 'a burst of wakes postpones nothing, and is counted'({ store, reopen }) {
    const head = await watch(store);
    const other = await reopen();
    for (const late of [0, 9, 1, 5_000]) await other.wake(theWorkspace, t0 + late);
    expect(await headOf(store)).toEqual({ ...head, wakeSeq: 4, dueAt: t0 });
    await store.wake(theWorkspace, t0 - 1);
    expect(await headOf(store)).toEqual({ ...head, wakeSeq: 5, dueAt: t0 - 1 });
  },

  async 'of wakes at the same time all are counted, and the earliest stands'({ store, reopen }) {
    const head = await commit(store, change(await watch(store), { dueAt: far }));
    const stores = [store, await reopen(), await reopen()];
    const wakes = Array.from({ length: 30 }, (_, index) =>
      (stores[index % stores.length] ?? store).wake(theWorkspace, t0 + 1_000 - index),
    );
    await Promise.all(wakes);
    expect(await headOf(store)).toEqual({ ...head, wakeSeq: 30, dueAt: t0 + 971 });
  },

  async 'a wake for later is kept, and is not seen before'({ store, settle }) {
    const { dueAt: _, ...decided } = change(await watch(store));
    await commit(store, decided);
    await store.wake(theWorkspace, t0 + 700);
    await settle();
    expect(await due(store, t0 + 699)).toEqual([]);
    expect(await due(store, t0 + 700)).toEqual([{ id: theWorkspace, dueAt: t0 + 700 }]);
  },

  async 'no wake is lost to decisions that move the look'({ store, reopen }) {
    const other = await reopen();
    let seen = await watch(store);
    for (let round = 0; round < 20; round += 1) {
      const now = t0 + round;
      const wake = other.wake(theWorkspace, now);
      const decided = change(seen, { now, dueAt: round % 2 === 0 ? far : t0 });
      const outcome = await store.commit(decided);
      await wake;
      const head = await headOf(store);
      expect(outcome.kind).toBe('committed');
      expect(head).toMatchObject({ rev: seen.rev + 1, wakeSeq: round + 1 });
      expect(head.dueAt).toBeLessThanOrEqual(now);
      seen = head;
    }
  },

  async 'nobody wakes what is not watched'({ store }) {
    expect(await store.wake(theWorkspace, t0)).toBe('unknown');
    expect(await store.load(theWorkspace)).toBeUndefined();
    expect(await due(store, far)).toEqual([]);
  },

  async 'without a next look a workspace is listed only when woken'({ store, settle }) {
    const { dueAt: _, ...decided } = change(await watch(store));
    const head = await commit(store, decided);
    expect(head).not.toHaveProperty('dueAt');
    expect(await headOf(store)).not.toHaveProperty('dueAt');
    await settle();
    expect(await due(store, far)).toEqual([]);
    await store.wake(theWorkspace, t0 + 9);
    expect(await dueSoon(store, t0 + 9, [theWorkspace])).toEqual([theWorkspace]);
  },

  async 'a look that was postponed comes at its new time'({ store, settle }) {
    const head = await watch(store);
    const later = t0 + 120_000;
    expect(await store.postpone({ id: theWorkspace, dueAt: t0 }, later)).toBe('postponed');
    expect(await headOf(store)).toEqual({ ...head, dueAt: later });
    await settle();
    expect(await due(store, later - 1)).toEqual([]);
    expect(await due(store, later)).toEqual([{ id: theWorkspace, dueAt: later }]);
  },

  async 'only what was listed is postponed'({ store }) {
    await watch(store);
    const listed = await soon(
      () => due(store, t0),
      (all) => all.length === 1,
    );
    await store.wake(theWorkspace, t0 - 1);
    const head = await headOf(store);
    for (const one of listed) expect(await store.postpone(one, far)).toBe('lost');
    expect(await headOf(store)).toEqual(head);
    const nowhere = { id: workspaceId('nowhere'), dueAt: t0 };
    expect(await store.postpone(nowhere, far)).toBe('lost');
    expect(await store.load(nowhere.id)).toBeUndefined();
  },

  async 'what left the index is not brought back by postponing'({ store, settle }) {
    const { dueAt: _, ...decided } = change(await watch(store));
    const head = await commit(store, decided);
    expect(await store.postpone({ id: theWorkspace, dueAt: t0 }, t0 + 1)).toBe('lost');
    expect(await headOf(store)).toEqual(head);
    await settle();
    expect(await due(store, far)).toEqual([]);
  },

  async 'of two that postpone one look, one does'({ store, reopen }) {
    await watch(store);
    const other = await reopen();
    const listed = { id: theWorkspace, dueAt: t0 };
    const outcomes = await Promise.all([
      store.postpone(listed, t0 + 120_000),
      other.postpone(listed, t0 + 130_000),
    ]);
    expect(outcomes.toSorted()).toEqual(['lost', 'postponed']);
    const moved = outcomes[0] === 'postponed' ? t0 + 120_000 : t0 + 130_000;
    expect((await headOf(store)).dueAt).toBe(moved);
  },
};
