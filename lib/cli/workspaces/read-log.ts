import type { WorkspaceId } from '#domain/model/ids.ts';
import type { Transition } from '#domain/model/transition.ts';
import type { OpenWorkspaces } from './open-workspaces.ts';

const most = 100_000;

/** All that the log still holds of a pull request, the newest first. */
export async function readLog(
  { workspaces, clock }: Pick<OpenWorkspaces, 'workspaces' | 'clock'>,
  id: WorkspaceId,
): Promise<readonly Transition[]> {
  return workspaces.listTransitions({ id, now: clock.now(), limit: most });
}
