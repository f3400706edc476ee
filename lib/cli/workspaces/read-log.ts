import type { WorkspaceId } from '#model/ids.ts';
import type { Transition } from '#model/transition.ts';
import type { OpenOperations } from './open-operations.ts';

const most = 100_000;

/** All that the log still holds of a pull request, the newest first. */
export async function readWholeLog(
  { operations }: Pick<OpenOperations, 'operations'>,
  id: WorkspaceId,
): Promise<readonly Transition[]> {
  return operations.transitions(id, most);
}
