import { expect } from 'vitest';
import * as z from 'zod';
import type { WorkspaceStore } from '#ratchet/needs/workspace-store.ts';
import { awkwardTexts, noise } from '../../support/noise.ts';
import {
  anObservation,
  aWorkspaceState,
  installationId,
  runId,
  sha,
  t0,
  workspaceId,
} from '../../support/samples.ts';
import type { Promises } from '../contract.ts';
import { crowded, full } from './full-states.ts';
import { change, commit, entry, headOf, listedSoon, theWorkspace, watch } from './steps.ts';

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

  async 'takes a pull request that has as much of everything as one may have'({ store }) {
    const seen = await watch(store);
    const next = crowded();
    const commands = Array.from({ length: 50 }, (_, index) => ({
      kind: 'stop' as const,
      runId: runId(`run-${index}`),
      taskRef: noise(200, index),
      because: 'It was closed.',
    }));
    // What a decision is replayed from: all that was seen once more.
    const transition = entry({
      snapshot: z.record(z.string(), z.json()).parse({ ...next.observation }),
    });
    const head = await commit(store, change(seen, { next, transition, commands }));
    expect(head).toMatchObject({ state: next, outbox: { transition, commands } });
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

  async 'lists the installations that have workspaces'({ store, reopen }) {
    expect(await store.listInstallations()).toEqual([]);
    const ids = ['installation-1', 'installation-10', 'I', 'installation-1'];
    for (const [index, id] of ids.entries()) {
      await watch(store, { id: `workspace-${index}`, installationId: id });
    }
    const listed = await (await reopen()).listInstallations();
    expect(listed.toSorted()).toEqual(['I', 'installation-1', 'installation-10']);
  },

  async 'lists what is watched of a repository, by what was seen last'({ store }) {
    const repository = { host: 'github.com', repositoryId: 'repository-7' };
    const pullRequest = aWorkspaceState().pullRequest;
    const seen = await watch(store);
    await watch(store, { id: 'two', pullRequest: { ...pullRequest, number: 7, name: 'renamed' } });
    const others = [
      { repositoryId: 'repository-70' },
      { host: 'github.example.com' },
      { host: 'github.com#repository-7', repositoryId: 'x' },
    ];
    for (const [index, other] of others.entries()) {
      await watch(store, { id: `other-${index}`, pullRequest: { ...pullRequest, ...other } });
    }
    const [first, second] = [
      { id: seen.state.id, number: 42, archived: false },
      { id: workspaceId('two'), number: 7, archived: false },
    ];
    expect(await listedSoon(store, repository, [second, first])).toEqual([second, first]);

    const observed = { ...seen.state, observation: anObservation() };
    const head = await commit(store, change(seen, { next: observed }));
    const known = { ...first, headSha: sha('a'), baseRef: 'main' };
    expect(await listedSoon(store, repository, [second, known])).toEqual([second, known]);

    const archived = await commit(store, change(head, { next: { ...observed, archivedAt: t0 } }));
    const closed = { ...known, archived: true };
    expect(await listedSoon(store, repository, [second, closed])).toEqual([second, closed]);

    await commit(store, change(archived, { next: seen.state }));
    expect(await listedSoon(store, repository, [second, first])).toEqual([second, first]);
    expect(await store.listOfRepository({ ...repository, repositoryId: 'none' })).toEqual([]);
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
