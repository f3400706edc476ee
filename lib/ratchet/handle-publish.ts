import type { MessageOn } from '#config/queues.ts';
import type { PublishDeps } from './publish/deps.ts';
import { publishChangeset } from './publish-changeset.ts';
import { type ErrandDeps, runErrand } from './run-errand.ts';

/** All that changes a repository: changesets of sessions, and small errands. */
export async function handlePublish(
  deps: PublishDeps & ErrandDeps,
  { workspaceId, command }: MessageOn<'publish'>,
): Promise<void> {
  if (command.kind === 'errand') await runErrand(deps, { workspaceId, errand: command.errand });
  else await publishChangeset(deps, { workspaceId, runId: command.runId });
}
