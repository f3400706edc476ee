import { beforeEach, describe, expect, it } from 'vitest';
import type { Message } from '#model/message.ts';
import type { WorkspaceState } from '#model/workspace.ts';
import { incrementFixupAttempts, resetFixupAttempts } from '#ratchet/rules/decision/attempts.ts';
import { clearStaleCiSince, setStaleCiSince } from '#ratchet/rules/decision/stale-ci.ts';
import { type Change, type ChangeDeps, changeWorkspace } from '#ratchet/change-workspace.ts';
import type { WorkspaceStore } from '#ratchet/needs/workspace-store.ts';
import { freshStores } from '../store/sqlite/stores.ts';
import { aTransition, aWorkspaceState, t0, workspaceId } from '../support/samples.ts';

const id = workspaceId('workspace-1');
let store: WorkspaceStore;
let sent: Message[];

beforeEach(async () => {
  ({ workspaces: store } = await freshStores());
  sent = [];
  await store.create(aWorkspaceState(), t0);
});

function deps(workspaces: WorkspaceStore = store): ChangeDeps {
  let writes = 0;
  return {
    workspaces,
    queue: { send: async (messages) => void sent.push(...messages) },
    clock: { now: () => t0 },
    ids: { token: () => `token-${(writes += 1)}-${Math.random()}` },
  };
}

function to(next: WorkspaceState, reason = 'Checks are running.'): Change {
  const { rev: _, workspaceId: __, ...transition } = aTransition({ reason });
  return { next, transition, commands: [{ kind: 'report' }], dueAt: t0 + 60_000 };
}

const log = async (): Promise<readonly string[]> =>
  (await store.listTransitions({ id, now: t0, limit: 100 })).map(({ reason }) => reason);

async function apply(rule: (state: WorkspaceState) => WorkspaceState) {
  await changeWorkspace(deps(), id, ({ state }) => to(rule(state)));
  return (await store.load(id))?.state;
}

describe('changeWorkspace', () => {
  it('writes, logs and sends what was decided, and leaves no promise behind', async () => {
    const outcome = await changeWorkspace(deps(), id, ({ state }) =>
      to(incrementFixupAttempts(state)),
    );
    expect(outcome).toMatchObject({ kind: 'changed', head: { rev: 2, dueAt: t0 + 60_000 } });
    const head = await store.load(id);
    expect(head).toEqual(outcome.kind === 'changed' && outcome.head);
    expect(head?.outbox).toBeUndefined();
    expect(head?.state.consecutiveFixupAttempts).toBe(1);
    expect(await log()).toEqual(['Checks are running.']);
    const command = { kind: 'report' };
    expect(sent).toEqual([{ kind: 'command', schemaVersion: 1, workspaceId: id, command }]);
  });

  it('keeps the promises of a writer that died before it looks', async () => {
    const dying = { ...store, clearOutbox: async () => Promise.reject(new Error('killed')) };
    const killed = changeWorkspace(deps(dying), id, ({ state }) => to(state, 'promised'));
    await expect(killed).rejects.toThrow('killed');
    sent = [];
    const outcome = await changeWorkspace(deps(), id, ({ outbox }) => {
      expect(outbox).toBeUndefined();
      return undefined;
    });
    expect(outcome).toMatchObject({ kind: 'unchanged', head: { rev: 2 } });
    expect(await log()).toEqual(['promised']);
    expect(sent).toHaveLength(1);
  });

  it('drops its work when somebody else was faster', async () => {
    const outcome = await changeWorkspace(deps(), id, async ({ state }) => {
      await changeWorkspace(deps(), id, () => to(state, 'faster'));
      return to(incrementFixupAttempts(state), 'slower');
    });
    expect(outcome).toEqual({ kind: 'lost' });
    expect(await log()).toEqual(['faster']);
    expect((await store.load(id))?.state.consecutiveFixupAttempts).toBe(0);
  });

  it('gives back what was answered, with a change and without one', async () => {
    const changed = await changeWorkspace(deps(), id, ({ state }) => ({
      next: incrementFixupAttempts(state),
      commands: [],
      before: state.consecutiveFixupAttempts,
    }));
    expect(changed).toMatchObject({ kind: 'changed', answer: { before: 0 } });
    const unchanged = await changeWorkspace(deps(), id, ({ state }) => ({
      next: undefined,
      attempts: state.consecutiveFixupAttempts,
    }));
    expect(unchanged).toMatchObject({ kind: 'unchanged', answer: { attempts: 1 } });
  });

  it('stays due when it was woken while it decided', async () => {
    await changeWorkspace(deps(), id, async ({ state }) => {
      await store.wake(id, t0 + 1);
      return to(state);
    });
    expect(await store.load(id)).toMatchObject({ rev: 2, dueAt: t0 });
  });

  it('knows no workspace that nobody watches', async () => {
    const outcome = await changeWorkspace(deps(), workspaceId('nowhere'), () => undefined);
    expect(outcome).toEqual({ kind: 'unknown' });
  });

  it('carries the attempt counter and the stale-CI clock through the store', async () => {
    const push = { at: t0, runIdsBefore: ['7'] };
    expect(await apply(incrementFixupAttempts)).toMatchObject({ consecutiveFixupAttempts: 1 });
    expect(await apply(incrementFixupAttempts)).toMatchObject({ consecutiveFixupAttempts: 2 });
    expect(await apply((state) => setStaleCiSince(state, push))).toMatchObject({
      staleCiSince: t0,
      lastCiRunIds: ['7'],
    });
    expect(await apply(resetFixupAttempts)).toMatchObject({ consecutiveFixupAttempts: 0 });
    expect(await apply(clearStaleCiSince)).toEqual(aWorkspaceState());
  });

  it('lets one of many racing decisions through and loses no log entry', async () => {
    const race = Array.from({ length: 8 }, (_, n) =>
      changeWorkspace(deps(), id, ({ state }) => to(incrementFixupAttempts(state), `racer ${n}`)),
    );
    const changed = (await Promise.all(race)).filter(({ kind }) => kind === 'changed');
    expect(await log()).toHaveLength(changed.length);
    expect((await store.load(id))?.state.consecutiveFixupAttempts).toBe(changed.length);
  });
});
