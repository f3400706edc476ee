import type { Run } from '#model/run.ts';
import { sessionSummary } from '#model/session-summary.ts';
import type { WorkspaceState } from '#model/workspace.ts';
import { patchComment, patchMarker } from '#report/github/patch.ts';
import type { ReportDeps } from './deps.ts';
import { readText } from './read-artifact.ts';

/** Offers a verified patch to somebody who may push, where we may not. */
export async function offerPatch(
  deps: ReportDeps,
  { id: workspaceId, lastSession, pullRequest }: WorkspaceState,
  { id: runId, headSha: head, summary }: Run,
): Promise<void> {
  if (lastSession?.runId !== runId || !lastSession.patch) return;
  const name = sessionSummary.safeParse(summary).data?.patch;
  if (name === undefined) {
    deps.log.warn('The patch to be offered is not there', { workspaceId, runId });
    return;
  }
  const text = await readText(deps.artifacts, { runId, name });
  const markdown = patchComment({ runId, head, name, text });
  await deps.forge.addComment(pullRequest, patchMarker(runId), markdown);
  deps.log.info('Patch offered', { workspaceId, runId, artifact: name });
}
