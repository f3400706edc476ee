import type { MessageOn } from '#config/queues.ts';
import type { DispatchDeps } from './dispatch/deps.ts';
import { dispatchRun } from './dispatch-run.ts';

/** Launches workers, and stops those that are not needed any more. */
export async function handleDispatch(
  deps: DispatchDeps,
  { workspaceId, command }: MessageOn<'dispatch'>,
): Promise<void> {
  if (command.kind === 'stop') await deps.launcher.stop(command.taskRef, command.because);
  else await dispatchRun(deps, { workspaceId, runId: command.runId });
}
