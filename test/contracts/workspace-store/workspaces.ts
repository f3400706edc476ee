import { expect } from 'vitest';
import type { WorkspaceStore } from '#ports/workspace-store.ts';
import { awkwardTexts, noise } from '../../support/noise.ts';
import { aWorkspaceState, installationId, sha, t0, workspaceId } from '../../support/samples.ts';
import type { Promises } from '../contract.ts';
import { change, commit, entry, headOf, theWorkspace, watch } from './steps.ts';

const full = {
  staleCiSince: t0,
  lastCiRunIds: ['7/1', ''],
  lastPushAt: t0 + 1,
  lastPushSha: sha('d'),
  lastCheckedAt: t0 + 2,
  spentFingerprints: ['', 'failed:7/1'],
  lastDecision: { action: 'FIX_CI', code: 'CI_FAILED', reason: 'Checks failed.', at: t0 },
  session: {
    id: 'run-1',
    kind: 'ci',
    phase: 'finished',
    headBefore: sha('a'),
    fingerprint: 'failed:7/1',
    startBy: t0,
    deadline: t0 + 1,
    launches: 2,
    fence: 0,
    taskRef: 'arn:aws:ecs:task/1',
    changeset: { runId: 'run-1', name: 'changeset.json' },
    cancelled: '',
  },
  manualSession: { id: 'hold-1', holder: 'ann', state: 'idle', expiresAt: t0 },
  archivedAt: t0 + 3,
} satisfies Parameters<typeof aWorkspaceState>[0];

export const workspaces: Promises<WorkspaceStore> = {
  async 'init may be repeated and keeps what is there'({ store, reopen }) {
    const head = await watch(store);
    await store.init();
    await (await reopen()).init();
    expect(await store.load(theWorkspace)).toEqual(head);
  },

  async 'the watch begins with the first revision, due at its time'({ store, reopen }) {
    expect(await store.load(theWorkspace)).toBeUndefined();
    expect(await store.create(aWorkspaceState(), t0 + 5)).toBe('created');
    const head = { state: aWorkspaceState(), rev: 1, wakeSeq: 0, dueAt: t0 + 5 };
    expect(await (await reopen()).load(theWorkspace)).toEqual(head);
  },

  async 'the watch of a workspace begins once'({ store, reopen }) {
    const head = await commit(store, change(await watch(store), { transition: entry() }));
    const other = aWorkspaceState({ enabled: false });
    expect(await (await reopen()).create(other, t0 + 9)).toBe('exists');
    expect(await store.load(theWorkspace)).toEqual(head);
  },

  async 'nothing is stored that could not be read again'({ store }) {
    const state = { ...aWorkspaceState(), consecutiveFixupAttempts: -1 };
    await expect(store.create(state, t0)).rejects.toThrow('cannot be stored');
    expect(await store.load(theWorkspace)).toBeUndefined();
    const head = await watch(store);
    await expect(store.commit(change(head, { next: state }))).rejects.toThrow('cannot be stored');
    expect(await store.load(theWorkspace)).toEqual(head);
  },

  async 'gives back every field as it came'({ store, reopen }) {
    const state = aWorkspaceState(full);
    await store.create(state, t0);
    expect((await (await reopen()).load(theWorkspace))?.state).toEqual(state);
    const bare = aWorkspaceState();
    await commit(store, change(await headOf(store), { next: bare }));
    expect((await headOf(store)).state).toStrictEqual(bare);
  },

  async 'keeps awkward texts as they are'({ store }) {
    const texts = [...awkwardTexts];
    for (const [index, text] of texts.entries()) {
      const seen = await watch(store, { id: `workspace-${index}` });
      const pullRequest = { ...seen.state.pullRequest, owner: `x${text}`, name: `y${text}` };
      const next = { ...seen.state, pullRequest, spentFingerprints: texts, lastCiRunIds: texts };
      const transition = entry({ reason: `z${text}`, snapshot: { [text]: [text] } });
      const head = await commit(store, change(seen, { next, transition }));
      expect(head).toMatchObject({ state: next, outbox: { transition } });
      expect(await store.load(seen.state.id)).toEqual(head);
    }
  },

  async 'takes a state and a promise of 100 kilobytes each'({ store }) {
    const seen = await watch(store);
    const lastCiRunIds = Array.from({ length: 1_000 }, (_, index) => noise(97, index));
    const transition = entry({ snapshot: { runIds: lastCiRunIds } });
    const next = { ...seen.state, lastCiRunIds };
    const head = await commit(store, change(seen, { next, transition }));
    expect(head).toMatchObject({ state: next, outbox: { transition } });
    expect(await store.load(theWorkspace)).toEqual(head);
  },

  async 'lists the workspaces of an installation'({ store }) {
    const mine = ['workspace-1', 'workspace-2', 'w'];
    for (const id of mine) await watch(store, { id, installationId: 'installation-1' });
    await watch(store, { id: 'foreign', installationId: 'installation-10' });
    const listed = await store.list(installationId('installation-1'));
    expect(listed.toSorted()).toEqual(mine.toSorted());
    expect(await store.list(installationId('installation-2'))).toEqual([]);
  },

  async 'what happens to one workspace leaves the others alone'({ store }) {
    await watch(store, { id: 'workspace-10' });
    const other = await headOf(store, workspaceId('workspace-10'));
    const head = await commit(store, change(await watch(store), { transition: entry() }));
    await store.wake(theWorkspace, t0 + 1);
    await store.putTransition({ ...entry(), workspaceId: theWorkspace, rev: head.rev });
    await store.clearOutbox(theWorkspace, head.rev);
    expect(await store.load(other.state.id)).toEqual(other);
    const query = { id: other.state.id, now: t0, limit: 10 };
    expect(await store.listTransitions(query)).toEqual([]);
  },
};
