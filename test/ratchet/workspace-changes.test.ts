import { beforeEach, describe, expect, it } from 'vitest';
import type { WorkspaceStore } from '#ratchet/needs/workspace-store.ts';
import { changeWithRetries, createLogEntry } from '#ratchet/workspace-changes.ts';
import { freshStores } from '../store/sqlite/stores.ts';
import { aWorkspaceState, t0, workspaceId } from '../support/samples.ts';

const id = workspaceId('workspace-1');
let workspaces: WorkspaceStore;

beforeEach(async () => {
  ({ workspaces } = await freshStores());
  await workspaces.create(aWorkspaceState(), t0);
});

function deps() {
  let writes = 0;
  return {
    workspaces,
    queue: { send: async () => {} },
    clock: { now: () => t0 },
    ids: { token: () => `token-${(writes += 1)}-${Math.random()}` },
  };
}

/** Somebody else writes first, so many times. */
function overtaken(times: number) {
  let left = times;
  return async () => {
    if ((left -= 1) < 0) return;
    await changeWithRetries(deps(), id, ({ state }) => ({
      next: { ...state, spentUsd: state.spentUsd + 1 },
      commands: [],
    }));
  };
}

describe('a change that must happen', () => {
  it('is worked out anew from what the others wrote', async () => {
    const overtake = overtaken(3);
    const outcome = await changeWithRetries(deps(), id, async ({ state }) => {
      await overtake();
      const { spentUsd: before } = state;
      return { next: { ...state, spentUsd: before + 10 }, commands: [], before };
    });
    expect(outcome).toMatchObject({ kind: 'changed', head: { state: { spentUsd: 13 } } });
    // Answered by the try that was written.
    expect(outcome).toMatchObject({ answer: { before: 3 } });
  });

  it('gives up loudly where it never gets its turn', async () => {
    const overtake = overtaken(100);
    const change = changeWithRetries(deps(), id, async ({ state }) => {
      await overtake();
      return { next: state, commands: [] };
    });
    await expect(change).rejects.toThrow(
      'Workspace workspace-1 changed 20 times while it was to be changed',
    );
  });

  it('loses none of many at once', async () => {
    const all = Array.from({ length: 8 }, () =>
      changeWithRetries(deps(), id, ({ state }) => ({
        next: { ...state, spentUsd: state.spentUsd + 1 },
        commands: [],
      })),
    );
    await Promise.all(all);
    expect((await workspaces.load(id))?.state.spentUsd).toBe(8);
  });
});

it('keeps an entry of the log for a week', async () => {
  const transition = createLogEntry(t0, {
    action: 'WAIT',
    reason: 'Checks are running.',
    snapshot: {},
  });
  await changeWithRetries(deps(), id, ({ state }) => ({ next: state, transition, commands: [] }));
  const week = 7 * 24 * 3_600_000;
  const list = (now: number) => workspaces.listTransitions({ id, now, limit: 10 });
  expect(await list(t0 + week - 1)).toMatchObject([{ reason: 'Checks are running.', rev: 2 }]);
  expect(await list(t0 + week + 1)).toEqual([]);
});
