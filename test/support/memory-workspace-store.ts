import * as z from 'zod';
import type { Transition } from '#model/transition.ts';
import {
  type Delivery,
  type Outbox,
  type WorkspaceHead,
  type WorkspaceState,
  workspaceState,
} from '#model/workspace.ts';
import type { WorkspaceChange, WorkspaceStore } from '#ratchet/needs/workspace-store.ts';

interface Stored {
  head: WorkspaceHead;
  token: string | undefined;
}

interface Data {
  readonly heads: Map<string, Stored>;
  readonly log: Map<string, Map<number, Transition>>;
  readonly deliveries: Map<string, Delivery>;
  readonly check: (state: WorkspaceState) => WorkspaceState;
}

/**
 * A store in memory that keeps every promise of the real ones, for tests that need very many of them. Whoever looks at what
 * is stored by himself may leave out the costly check of each state.
 */
export function createMemoryWorkspaceStore(check = checked): WorkspaceStore {
  const data: Data = { heads: new Map(), log: new Map(), deliveries: new Map(), check };
  return {
    init: async () => undefined,
    create: async (state, dueAt) => {
      if (data.heads.has(state.id)) return 'exists';
      const head = { state: check(state), rev: 1, wakeSeq: 0, dueAt };
      data.heads.set(state.id, { head, token: undefined });
      return 'created';
    },
    load: async (id) => data.heads.get(id)?.head,
    list: async (installation) =>
      statesOf(data)
        .filter(({ installationId }) => installationId === installation)
        .map(({ id }) => id),
    listInstallations: async () => [
      ...new Set(statesOf(data).map(({ installationId }) => installationId)),
    ],
    listOfRepository: async ({ host, repositoryId }) =>
      statesOf(data)
        .filter(
          ({ pullRequest }) =>
            pullRequest.host === host && pullRequest.repositoryId === repositoryId,
        )
        .map(({ id, pullRequest: { number }, observation, archivedAt }) => ({
          id,
          number,
          ...(observation && { headSha: observation.headSha, baseRef: observation.baseRef }),
          archived: archivedAt !== undefined,
        })),
    wake: async (id, at) => {
      const stored = data.heads.get(id);
      if (stored === undefined) return 'unknown';
      const { head } = stored;
      const dueAt = Math.min(head.dueAt ?? Infinity, at);
      stored.head = { ...head, wakeSeq: head.wakeSeq + 1, dueAt };
      return 'woken';
    },
    listDue: async ({ now, limit }) =>
      [...data.heads.values()]
        .flatMap(({ head: { state, dueAt } }) =>
          dueAt !== undefined && dueAt <= now ? [{ id: state.id, dueAt }] : [],
        )
        .toSorted((one, other) => one.dueAt - other.dueAt)
        .slice(0, limit),
    postpone: async ({ id, dueAt: listed }, dueAt) => {
      const stored = data.heads.get(id);
      if (stored?.head.dueAt !== listed) return 'lost';
      stored.head = { ...stored.head, dueAt };
      return 'postponed';
    },
    commit: async (change) => commit(data, change),
    putTransition: async (entry) => {
      const entries = data.log.get(entry.workspaceId) ?? new Map<number, Transition>();
      data.log.set(entry.workspaceId, entries);
      if (!entries.has(entry.rev)) entries.set(entry.rev, entry);
    },
    clearOutbox: async (id, rev) => {
      const stored = data.heads.get(id);
      if (stored?.head.outbox?.rev !== rev) return 'lost';
      const { outbox: _, ...head } = stored.head;
      stored.head = head;
      return 'cleared';
    },
    listTransitions: async ({ id, now, limit, beforeRev = Infinity }) => {
      const last = data.heads.get(id)?.head.outbox?.transition;
      const entries = new Map([
        ...(last === undefined ? [] : [[last.rev, last] as const]),
        ...(data.log.get(id) ?? []),
      ]);
      return [...entries.values()]
        .filter(({ rev, expiresAt }) => rev < beforeRev && expiresAt > now)
        .toSorted((one, other) => other.rev - one.rev)
        .slice(0, limit);
    },
    prune: async (now) => {
      const logs = [...data.log.values(), data.deliveries];
      return logs.reduce((sum, entries) => sum + prune<unknown>(entries, now), 0);
    },
    findDelivery: async (id, now) => {
      const found = data.deliveries.get(id);
      return found !== undefined && found.expiresAt > now ? found : undefined;
    },
    recordDelivery: async (delivery) => {
      const before = data.deliveries.get(delivery.id);
      const stands = before !== undefined && before.expiresAt > delivery.receivedAt;
      if (!stands) data.deliveries.set(delivery.id, delivery);
    },
  };
}

function statesOf({ heads }: Data): readonly WorkspaceState[] {
  return [...heads.values()].map(({ head }) => head.state);
}

function commit(
  { heads, check }: Data,
  change: WorkspaceChange,
): Awaited<ReturnType<WorkspaceStore['commit']>> {
  const { seen, next, now, token } = change;
  const stored = heads.get(seen.state.id);
  if (stored === undefined) return { kind: 'lost' };
  const { rev, outbox, wakeSeq } = stored.head;
  if (stored.token === token && rev === seen.rev + 1) {
    return { kind: 'committed', head: stored.head };
  }
  if (rev !== seen.rev || outbox !== undefined) return { kind: 'lost' };
  const dueAt = wakeSeq === seen.wakeSeq ? change.dueAt : now;
  const promises = promised(change);
  const head: WorkspaceHead = {
    state: check(next),
    rev: seen.rev + 1,
    wakeSeq,
    ...(dueAt !== undefined && { dueAt }),
    ...(promises && { outbox: promises }),
  };
  heads.set(seen.state.id, { head, token });
  return { kind: 'committed', head };
}

function promised({ seen, transition, commands }: WorkspaceChange): Outbox | undefined {
  if (transition === undefined && commands.length === 0) return undefined;
  const rev = seen.rev + 1;
  const logged = transition && { ...transition, workspaceId: seen.state.id, rev };
  return { rev, ...(logged && { transition: logged }), commands: [...commands] };
}

/** What could not be read again is not stored. */
function checked(state: WorkspaceState): WorkspaceState {
  const { error } = workspaceState.safeParse(state);
  if (error === undefined) return state;
  throw new Error(`This workspace cannot be stored: ${z.prettifyError(error)}`);
}

function prune<Key>(entries: Map<Key, { readonly expiresAt: number }>, now: number): number {
  const past = [...entries].filter(([, { expiresAt }]) => expiresAt <= now);
  for (const [key] of past) entries.delete(key);
  return past.length;
}
