import { expect } from 'vitest';
import type { WorkspaceStore } from '#ratchet/needs/workspace-store.ts';
import { t0, workspaceId } from '../../support/samples.ts';
import type { Promises } from '../contract.ts';
import { change, commit, entry, headOf, log, theWorkspace, watch } from './steps.ts';

export const outbox: Promises<WorkspaceStore> = {
  async 'no change is committed over promises that stand'({ store, reopen }) {
    const head = await commit(store, change(await watch(store), { transition: entry() }));
    const next = change(head, { commands: [{ kind: 'report' }] });
    expect(await store.commit(next)).toEqual({ kind: 'lost' });
    expect(await (await reopen()).commit(change(head))).toEqual({ kind: 'lost' });
    expect(await headOf(store)).toEqual(head);
  },

  async 'clearing it is no change: what was read before still counts'({ store, reopen }) {
    const head = await commit(store, change(await watch(store), { transition: entry() }));
    expect(await (await reopen()).clearOutbox(theWorkspace, head.rev)).toBe('cleared');
    const { outbox: _, ...cleared } = head;
    expect(await headOf(store)).toEqual(cleared);
    expect(await commit(store, change(head))).toMatchObject({ rev: 3 });
  },

  async 'only the promises of the named revision are cleared'({ store }) {
    const head = await commit(store, change(await watch(store), { transition: entry() }));
    expect(await store.clearOutbox(theWorkspace, head.rev - 1)).toBe('lost');
    expect(await store.clearOutbox(theWorkspace, head.rev + 1)).toBe('lost');
    expect(await store.clearOutbox(workspaceId('nowhere'), head.rev)).toBe('lost');
    expect(await headOf(store)).toEqual(head);
    expect(await store.clearOutbox(theWorkspace, head.rev)).toBe('cleared');
    expect(await store.clearOutbox(theWorkspace, head.rev)).toBe('lost');
  },

  async 'commands alone are promises too'({ store }) {
    const commands = [{ kind: 'report' }] as const;
    const head = await commit(store, change(await watch(store), { commands }));
    expect(head.outbox).toEqual({ rev: 2, commands });
    expect(await store.commit(change(head))).toEqual({ kind: 'lost' });
    expect(await log(store)).toEqual([]);
  },

  async 'looks and wakes leave it alone'({ store }) {
    const decided = change(await watch(store), { transition: entry(), dueAt: t0 + 5 });
    const head = await commit(store, decided);
    await store.postpone({ id: theWorkspace, dueAt: t0 + 5 }, t0 + 6);
    await store.wake(theWorkspace, t0 + 7);
    expect((await headOf(store)).outbox).toEqual(head.outbox);
  },
};
