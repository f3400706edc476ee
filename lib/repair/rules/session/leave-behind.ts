import type { LiveRun } from '#model/session.ts';
import type { WorkspaceState } from '#model/workspace.ts';

const remembered = 20;

/** A launched worker may still run, whatever became of its session or check: it is stopped before anything new begins. */
export function leaveBehind(
  { leftovers }: Pick<WorkspaceState, 'leftovers'>,
  { id, taskRef }: Pick<LiveRun, 'id' | 'taskRef'>,
): WorkspaceState['leftovers'] {
  if (taskRef === undefined) return leftovers;
  return [...leftovers, { runId: id, taskRef }].slice(-remembered);
}
