import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';
import type { Transition } from '#model/transition.ts';
import type { WorkspaceHead } from '#model/workspace.ts';
import type {
  DueWorkspace,
  WatchedPullRequest,
  WorkspaceChange,
  WorkspaceStore,
} from '#ratchet/needs/workspace-store.ts';
import { aTransition, aWorkspaceState, t0, workspaceId } from '../../support/samples.ts';
import { soon } from '../soon.ts';

export const theWorkspace = workspaceId('workspace-1');
export const week = 7 * 24 * 3_600_000;

/** Begins the watch of a workspace, due at once, and reads it back. */
export async function watch(
  store: WorkspaceStore,
  different: Parameters<typeof aWorkspaceState>[0] = {},
): Promise<WorkspaceHead> {
  const state = aWorkspaceState(different);
  expect(await store.create(state, t0)).toBe('created');
  return headOf(store, state.id);
}

export async function headOf(store: WorkspaceStore, id = theWorkspace): Promise<WorkspaceHead> {
  const head = await store.load(id);
  if (head === undefined) throw new Error(`There is no workspace ${id}`);
  return head;
}

let tokens = 0;

/** A decision on what was seen, which counts itself in the state and promises nothing. */
export function change(
  seen: WorkspaceHead,
  different: Partial<WorkspaceChange> = {},
): WorkspaceChange {
  tokens += 1;
  const counted = seen.state.consecutiveFixupAttempts + 1;
  return {
    seen,
    next: { ...seen.state, consecutiveFixupAttempts: counted },
    commands: [],
    dueAt: t0 + 60_000,
    now: t0 + 1_000,
    token: `commit-${tokens}`,
    ...different,
  };
}

/** What a decision logs; the store adds whose it is and which revision it made. */
export function entry(
  different: Parameters<typeof aTransition>[0] = {},
): Omit<Transition, 'rev' | 'workspaceId'> {
  const { rev: _, workspaceId: __, ...rest } = aTransition(different);
  return rest;
}

export async function commit(
  store: WorkspaceStore,
  decided: WorkspaceChange,
): Promise<WorkspaceHead> {
  const outcome = await store.commit(decided);
  if (outcome.kind === 'lost') throw new Error('Somebody else changed the workspace');
  return outcome.head;
}

/** Keeps the promises that stand, as every writer does before it makes new ones. */
export async function flush(
  store: WorkspaceStore,
  { state, outbox }: WorkspaceHead,
): Promise<void> {
  if (outbox === undefined) return;
  if (outbox.transition !== undefined) await store.putTransition(outbox.transition);
  await store.clearOutbox(state.id, outbox.rev);
}

/** The due workspaces, in an order of its own. */
export async function due(
  store: WorkspaceStore,
  now: number,
  limit = 100,
): Promise<readonly DueWorkspace[]> {
  const listed = await store.listDue({ now, limit });
  return listed.toSorted((one, two) => (one.id < two.id ? -1 : 1));
}

/** The ids of the due workspaces, as soon as the index shows exactly these. */
export async function dueSoon(
  store: WorkspaceStore,
  now: number,
  ids: readonly string[],
): Promise<readonly string[]> {
  return soon(
    async () => (await due(store, now)).map(({ id }) => id),
    (listed) => listed.join() === ids.toSorted().join(),
  );
}

/** What is watched of a repository, by number, as soon as the index shows exactly this. */
export async function listedSoon(
  store: WorkspaceStore,
  repository: Parameters<WorkspaceStore['listOfRepository']>[0],
  expected: readonly WatchedPullRequest[],
): Promise<readonly WatchedPullRequest[]> {
  const listed = async () => {
    const all = await store.listOfRepository(repository);
    return all.toSorted((one, two) => one.number - two.number);
  };
  return soon(listed, (all) => isDeepStrictEqual(all, expected));
}

export async function log(store: WorkspaceStore, now = t0, limit = 1_000) {
  return store.listTransitions({ id: theWorkspace, now, limit });
}
