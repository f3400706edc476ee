import type { MessageOn } from '#config/queues.ts';
import type { PublishDeps } from './publish/deps.ts';
import { publishChangeset } from './publish-changeset.ts';
import { runForgeAction } from './run-forge-action.ts';

/** All that changes a repository: changesets of sessions, and what the forge is asked to do. */
export async function handlePublish(
  deps: PublishDeps & Parameters<typeof runForgeAction>[0],
  { workspaceId, command }: MessageOn<'publish'>,
): Promise<void> {
  if (command.kind === 'errand')
    await runForgeAction(deps, { workspaceId, action: command.errand });
  else await publishChangeset(deps, { workspaceId, runId: command.runId });
}
