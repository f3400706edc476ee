import { expect } from 'vitest';
import type { WorkspaceStore } from '#ratchet/needs/workspace-store.ts';
import { t0 } from '../../support/samples.ts';
import type { Promises } from '../contract.ts';
import { change, commit, dueSoon, headOf, theWorkspace, watch } from './steps.ts';

const skew = 30_000;
const ours = t0 + 100_000;
const day = 24 * 3_600_000;

/** Writers' clocks differ; a wake must be looked at all the same, at most that much later. */
export const clocks: Promises<WorkspaceStore> = {
  async 'a wake by a clock that is behind survives our decision'({ store, reopen }) {
    const seen = await watch(store);
    await (await reopen()).wake(theWorkspace, ours - skew);
    await commit(store, change(seen, { now: ours, dueAt: ours + day }));
    expect((await headOf(store)).dueAt).toBeLessThanOrEqual(ours);
    expect(await dueSoon(store, ours, [theWorkspace])).toEqual([theWorkspace]);
  },

  async 'a wake by a clock that is ahead survives our decision'({ store, reopen }) {
    const seen = await watch(store);
    await (await reopen()).wake(theWorkspace, ours + skew);
    await commit(store, change(seen, { now: ours, dueAt: ours + day }));
    expect((await headOf(store)).dueAt).toBeLessThanOrEqual(ours + skew);
    expect(await dueSoon(store, ours + skew, [theWorkspace])).toEqual([theWorkspace]);
  },

  async 'a wake by a clock that is behind is in our next listing'({ store, reopen }) {
    await commit(store, change(await watch(store), { now: ours, dueAt: ours + day }));
    await (await reopen()).wake(theWorkspace, ours - skew);
    expect(await dueSoon(store, ours, [theWorkspace])).toEqual([theWorkspace]);
  },

  async 'a wake by a clock that is behind is not postponed unseen'({ store, reopen }) {
    await commit(store, change(await watch(store), { now: ours, dueAt: ours }));
    const listed = { id: theWorkspace, dueAt: ours };
    await (await reopen()).wake(theWorkspace, ours - skew);
    expect(await store.postpone(listed, ours + 120_000)).toBe('lost');
    expect(await dueSoon(store, ours, [theWorkspace])).toEqual([theWorkspace]);
  },

  async 'decisions by turns of two clocks lose no wake'({ store, reopen }) {
    const other = await reopen();
    let seen = await watch(store);
    for (let turn = 0; turn < 6; turn += 1) {
      const [writer, waker] = turn % 2 === 0 ? [store, other] : [other, store];
      const [now, theirs] = turn % 2 === 0 ? [ours, ours + skew] : [ours + skew, ours];
      await waker.wake(theWorkspace, theirs);
      seen = await commit(writer, change(seen, { now, dueAt: now + day }));
      expect(seen.wakeSeq).toBe(turn + 1);
      expect(seen.dueAt).toBeLessThanOrEqual(ours + skew);
      seen = await commit(writer, change(seen, { now, dueAt: now + day }));
      expect(seen.dueAt).toBe(now + day);
    }
  },
};
