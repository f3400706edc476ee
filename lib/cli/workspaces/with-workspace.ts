import type { WorkspaceState } from '#model/workspace.ts';
import type { CliContext } from '../context.ts';
import { EXIT } from '#local/exit-codes.ts';
import { type OpenOperations, type PlaneLocation, withOperations } from './open-operations.ts';

/** How a command takes a pull request. */
export const pullRequestArgument = [
  '<pull request>',
  'OWNER/NAME#NUMBER, its address, or only its number where one repository is watched',
] as const;

export interface AskedWorkspace extends PlaneLocation {
  /** As the person wrote it. */
  readonly asked: string;
}

/** Opens the control plane and finds the pull request; says so where there is none. */
export async function withWorkspace(
  context: CliContext,
  { asked, ...place }: AskedWorkspace,
  ask: (open: OpenOperations, state: WorkspaceState) => Promise<void>,
): Promise<void> {
  await withOperations(context, place, async (open) => {
    const found = await open.operations.find(asked);
    if (found.kind === 'found') return ask(open, found.state);
    context.stderr.write(`${found.sentence}\n`);
    context.exitWith(EXIT.usage);
  });
}
