import { expect } from 'vitest';
import type { WorkspaceStore } from '#ratchet/needs/workspace-store.ts';
import { awkwardTexts } from '../../support/noise.ts';
import { aTransition, t0, workspaceId } from '../../support/samples.ts';
import type { Promises } from '../contract.ts';
import {
  change,
  commit,
  entry,
  flush,
  headOf,
  log as logOf,
  theWorkspace,
  watch,
  week,
} from './steps.ts';

export const log: Promises<WorkspaceStore> = {
  async 'shows a promised entry once: in the outbox, in both places, in the log'({ store }) {
    const head = await commit(store, change(await watch(store), { transition: entry() }));
    const shown = [aTransition({ rev: 2 })];
    expect(await logOf(store)).toEqual(shown);
    await store.putTransition(aTransition({ rev: 2 }));
    expect(await logOf(store)).toEqual(shown);
    await store.clearOutbox(theWorkspace, head.rev);
    expect(await logOf(store)).toEqual(shown);
  },

  async 'shows 30 changes newest first, page by page'({ store, reopen }) {
    await watch(store);
    await changeTimes(store, 30);
    const all = Array.from({ length: 30 }, (_, index) =>
      aTransition({ rev: 31 - index, reason: `change to ${31 - index}` }),
    );
    const other = await reopen();
    expect(await logOf(other)).toEqual(all);
    expect((await headOf(store)).outbox?.rev).toBe(31);
    expect(await logOf(other, t0, 7)).toEqual(all.slice(0, 7));
    const page = { id: theWorkspace, now: t0, limit: 10 };
    expect(await store.listTransitions({ ...page, beforeRev: 31 })).toEqual(all.slice(1, 11));
    expect(await store.listTransitions({ ...page, beforeRev: 5 })).toEqual(all.slice(27));
    expect(await store.listTransitions({ ...page, beforeRev: 2 })).toEqual([]);
    expect(await logOf(store, t0, 1)).toEqual(all.slice(0, 1));
  },

  async 'keeps the first entry of a revision'({ store, reopen }) {
    await watch(store);
    const first = aTransition({ snapshot: { texts: [...awkwardTexts], '': null } });
    await store.putTransition(first);
    await (await reopen()).putTransition(aTransition({ reason: 'another', action: 'DONE' }));
    expect(await logOf(store)).toEqual([first]);
  },

  async 'does not show entries past their time'({ store }) {
    await watch(store);
    for (const rev of [2, 3, 4, 5, 6]) {
      await store.putTransition(aTransition({ rev, expiresAt: t0 + (rev % 2 === 0 ? 10 : 5) }));
    }
    const revs = async (now: number, limit: number) =>
      (await logOf(store, now, limit)).map(({ rev }) => rev);
    expect(await revs(t0 + 4, 10)).toEqual([6, 5, 4, 3, 2]);
    expect(await revs(t0 + 5, 10)).toEqual([6, 4, 2]);
    expect(await revs(t0 + 5, 2)).toEqual([6, 4]);
    expect(await revs(t0 + 10, 10)).toEqual([]);
  },

  async 'does not show a promised entry past its time'({ store }) {
    const transition = entry({ expiresAt: t0 + 10 });
    await commit(store, change(await watch(store), { transition }));
    expect(await logOf(store, t0 + 9)).toHaveLength(1);
    expect(await logOf(store, t0 + 10)).toEqual([]);
  },

  async 'is pruned of what is past its time only'({ store }) {
    await watch(store);
    await store.putTransition(aTransition({ rev: 2, expiresAt: t0 + 10 }));
    await store.putTransition(aTransition({ rev: 3, expiresAt: t0 + week }));
    expect(await store.prune(t0 + 9)).toBe(0);
    expect(await logOf(store, t0 + 9)).toHaveLength(2);
    expect([0, 1]).toContain(await store.prune(t0 + 10));
    expect((await logOf(store, t0 + 10)).map(({ rev }) => rev)).toEqual([3]);
    expect(await store.prune(t0 + 10)).toBe(0);
  },

  async 'is empty for what nobody watches'({ store }) {
    const query = { id: workspaceId('nowhere'), now: t0, limit: 10 };
    expect(await store.listTransitions(query)).toEqual([]);
  },
};

/** Changes the workspace so often; the promise of the last change stays where it is. */
async function changeTimes(store: WorkspaceStore, times: number): Promise<void> {
  for (let done = 0; done < times; done += 1) {
    const seen = await headOf(store);
    await flush(store, seen);
    const transition = entry({ reason: `change to ${seen.rev + 1}` });
    await commit(store, change(seen, { transition }));
  }
}
