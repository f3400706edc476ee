import type { RunId } from '#model/ids.ts';
import type { WorkspaceState } from '#model/workspace.ts';
import { cancellationOf, workerOf } from './worker.ts';

export type Right =
  | { readonly kind: 'granted' }
  | {
      readonly kind: 'refused';
      /** Nobody may speak for the run any more; else somebody other may. */
      readonly isOver: boolean;
      readonly reason: string;
    };

/** Whether the worker of this launch may still say its first word. */
export function mayStart(
  state: WorkspaceState,
  { runId, launch }: { readonly runId: RunId; readonly launch: number },
): Right {
  const worker = workerOf(state, runId);
  if (worker === undefined) return over(`${runId} is not at work on ${state.id} any more`);
  const cancelled = cancellationOf(worker);
  if (cancelled !== undefined) return over(`${runId} was cancelled: ${cancelled}`);
  if (worker.launches === launch) return { kind: 'granted' };
  return superseded(`Another worker was launched for ${runId}`);
}

export interface Speaking {
  readonly runId: RunId;
  readonly fence: number;
  readonly now: number;
}

/** Whether a worker that has started may still speak for its run. */
export function maySpeak(state: WorkspaceState, { runId, fence, now }: Speaking): Right {
  const worker = workerOf(state, runId);
  if (worker === undefined) return over(`${runId} is not at work on ${state.id} any more`);
  if (worker.fence !== fence) return superseded(`Another worker speaks for ${runId}`);
  const cancelled = cancellationOf(worker);
  if (cancelled !== undefined) return over(`${runId} was cancelled: ${cancelled}`);
  if (worker.phase !== 'running') return over(`${runId} is ${worker.phase}`);
  if (now >= worker.deadline) return over(`${runId} had to finish earlier`);
  return { kind: 'granted' };
}

function over(reason: string): Right {
  return { kind: 'refused', isOver: true, reason };
}

function superseded(reason: string): Right {
  return { kind: 'refused', isOver: false, reason };
}
