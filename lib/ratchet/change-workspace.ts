import type { WorkspaceId } from '#model/ids.ts';
import { promiseReports } from './rules/decision/unreported.ts';
import type { WorkspaceHead } from '#model/workspace.ts';
import type { Clock } from '#base/needs/clock.ts';
import type { Ids } from '#model/needs/ids.ts';
import type { WorkspaceChange, WorkspaceStore } from './needs/workspace-store.ts';
import { flushOutbox, type OutboxDeps } from './flush-outbox.ts';

export interface ChangeDeps extends OutboxDeps {
  readonly workspaces: Pick<WorkspaceStore, 'load' | 'commit' | 'putTransition' | 'clearOutbox'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly ids: Pick<Ids, 'token'>;
}

/** What to write, or nothing when the workspace as it stands asks for no change. */
export type Change =
  | Pick<WorkspaceChange, 'next' | 'transition' | 'commands' | 'dueAt'>
  | undefined;

export type ChangeOutcome =
  | { readonly kind: 'changed'; readonly head: WorkspaceHead }
  | { readonly kind: 'unchanged'; readonly head: WorkspaceHead }
  /** Somebody else was faster: what was worked out is worth nothing any more. */
  | { readonly kind: 'lost' }
  | { readonly kind: 'unknown' };

/**
 * One look at a workspace and at most one change: keep the promises of the last writer, work out the
 * change, write it if nobody else wrote, keep its own promises.
 */
export async function changeWorkspace(
  deps: ChangeDeps,
  id: WorkspaceId,
  decide: (head: WorkspaceHead, now: number) => Change | Promise<Change>,
): Promise<ChangeOutcome> {
  const loaded = await deps.workspaces.load(id);
  if (loaded === undefined) return { kind: 'unknown' };
  const seen = await flushOutbox(deps, loaded);
  const change = await decide(seen, deps.clock.now());
  if (change === undefined) return { kind: 'unchanged', head: seen };
  const now = deps.clock.now();
  const next = promiseReports(change.next, change.commands);
  const token = deps.ids.token();
  const outcome = await deps.workspaces.commit({ ...change, next, seen, now, token });
  if (outcome.kind === 'lost') return { kind: 'lost' };
  return { kind: 'changed', head: await flushOutbox(deps, outcome.head) };
}
