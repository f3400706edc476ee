import { ok, type Outcome, refuse } from '#base/outcome.ts';
import type { RunId } from '#model/ids.ts';
import type { WorkspaceState } from '#model/workspace.ts';
import { cancellationOf, findLiveRun } from './worker.ts';

/** over: no worker may speak for the run any more. not-yours: another one may. */
export type Right = Outcome<undefined, 'over' | 'not-yours'>;

/** Whether the worker of this launch may still say its first word. */
export function mayStart(
  state: WorkspaceState,
  { runId, launch }: { readonly runId: RunId; readonly launch: number },
): Right {
  const worker = findLiveRun(state, runId);
  if (worker === undefined)
    return refuse('over', `${runId} is not at work on ${state.id} any more`);
  const cancelled = cancellationOf(worker);
  if (cancelled !== undefined) return refuse('over', `${runId} was cancelled: ${cancelled}`);
  if (worker.launches === launch) return ok(undefined);
  return refuse('not-yours', `Another worker was launched for ${runId}`);
}

export interface Speaking {
  readonly runId: RunId;
  readonly fence: number;
  readonly now: number;
}

/** Whether a worker that has started may still speak for its run. */
export function maySpeak(state: WorkspaceState, { runId, fence, now }: Speaking): Right {
  const worker = findLiveRun(state, runId);
  if (worker === undefined)
    return refuse('over', `${runId} is not at work on ${state.id} any more`);
  if (worker.fence !== fence) return refuse('not-yours', `Another worker speaks for ${runId}`);
  const cancelled = cancellationOf(worker);
  if (cancelled !== undefined) return refuse('over', `${runId} was cancelled: ${cancelled}`);
  if (worker.phase !== 'running') return refuse('over', `${runId} is ${worker.phase}`);
  if (now >= worker.deadline) return refuse('over', `${runId} had to finish earlier`);
  return ok(undefined);
}
