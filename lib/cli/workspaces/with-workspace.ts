import type { WorkspaceState } from '#model/workspace.ts';
import type { CliContext } from '../context.ts';
import { refuseCommand } from '../refusal.ts';
import { type OpenOperations, type PlaneLocation, withOperations } from './open-operations.ts';
import type { WorkspaceId } from '#model/ids.ts';
import type { Transition } from '#model/transition.ts';

/** How a command takes a pull request. */
export const pullRequestArgument = [
  '<pull request>',
  'OWNER/NAME#NUMBER, its address, or only its number where one repository is watched',
] as const;

export interface AskedWorkspace extends PlaneLocation {
  /** As the person wrote it. */
  readonly asked: string;
}

/** Opens the control plane and finds the pull request; tells the person where there is none. */
export async function withWorkspace(
  context: CliContext,
  { asked, ...place }: AskedWorkspace,
  ask: (open: OpenOperations, state: WorkspaceState) => Promise<void>,
): Promise<void> {
  await withOperations(context, place, async (open) => {
    const found = await open.operations.find(asked);
    if (found.kind === 'found') return ask(open, found.state);
    refuseCommand(context, found.sentence);
  });
}

const most = 100_000;

/** All that the log still holds of a pull request, the newest first. */
export async function readWholeLog(
  { operations }: OpenOperations,
  id: WorkspaceId,
): Promise<readonly Transition[]> {
  return operations.transitions(id, most);
}
