import type { WorkspaceId } from '#model/ids.ts';
import { promiseReports } from './rules/decision/unreported.ts';
import type { WorkspaceHead } from '#model/workspace.ts';
import type { TimeSource } from '#base/needs/clock.ts';
import type { TokenSource } from '#model/needs/ids.ts';
import type { WorkspaceChange, WorkspaceStore } from './needs/workspace-store.ts';
import type { Queue } from './needs/queue.ts';
import { flushOutbox } from './flush-outbox.ts';

export interface ChangeDeps {
  readonly workspaces: WorkspaceStore;
  readonly queue: Queue;
  readonly clock: TimeSource;
  readonly ids: TokenSource;
}

/** What to write, or nothing when the workspace as it stands asks for no change. */
export type Change =
  | Pick<WorkspaceChange, 'next' | 'transition' | 'commands' | 'dueAt'>
  | undefined;

/** Nothing to write either, but something for the caller to know. */
export interface NoChange {
  readonly next: undefined;
}

/** Works out the change of a workspace; whatever else the answer holds is for the caller. */
export type Decide<Answer> = (head: WorkspaceHead, now: number) => Answer | Promise<Answer>;

export type ChangeOutcome<Answer> =
  /** With what the last call of `decide` answered. */
  | {
      readonly kind: 'changed' | 'unchanged';
      readonly head: WorkspaceHead;
      readonly answer: Answer;
    }
  /** Another writer was faster, so nothing was written. */
  | { readonly kind: 'lost' }
  | { readonly kind: 'unknown' };

/**
 * Loads a workspace and changes it at most once: keeps the promises of the last writer, works out the
 * change, writes it unless another process wrote meanwhile, and keeps its own promises.
 */
export async function changeWorkspace<Answer extends Change | NoChange>(
  deps: ChangeDeps,
  id: WorkspaceId,
  decide: Decide<Answer>,
): Promise<ChangeOutcome<Answer>> {
  const loaded = await deps.workspaces.load(id);
  if (loaded === undefined) return { kind: 'unknown' };
  const seen = await flushOutbox(deps, loaded);
  const answer = await decide(seen, deps.clock.now());
  const change: Change | NoChange = answer;
  if (change?.next === undefined) return { kind: 'unchanged', head: seen, answer };
  const now = deps.clock.now();
  const next = promiseReports(change.next, change.commands);
  const token = deps.ids.token();
  const outcome = await deps.workspaces.commit({ ...change, next, seen, now, token });
  if (outcome.kind === 'lost') return { kind: 'lost' };
  return { kind: 'changed', head: await flushOutbox(deps, outcome.head), answer };
}
