import type { RatchetSettings } from '#model/look-facts.ts';
import type { WorkspaceHead, WorkspaceState } from '#model/workspace.ts';
import { isCommentDue, stickyComment, stickyMarker } from '#report/github/sticky.ts';
import type { Change } from '../change-workspace.ts';
import { toRatchetSettings, readRepositorySettings, defaultConfig } from '../read-settings.ts';
import { changeWithRetries } from '../workspace-changes.ts';
import type { ReportDeps } from './deps.ts';

const mostEdits = 3;

/** Makes or edits the one comment that says how things stand, until it says how they stand now. */
export async function showState(deps: ReportDeps, first: WorkspaceState): Promise<void> {
  if (!isCommentDue(first)) return;
  const settings = await readShownSettings(deps, first);
  let state = first;
  for (let edits = 0; edits < mostEdits; edits += 1) {
    const markdown = stickyComment({ state, now: deps.clock.now(), settings });
    const digest = deps.hash.hex(markdown);
    const { sticky, pullRequest, id: workspaceId } = state;
    if (sticky?.digest === digest) return;
    const comment = { id: sticky?.commentId, marker: stickyMarker, markdown };
    const commentId = await deps.forge.putComment(pullRequest, comment);
    const kept = await changeWithRetries(deps, workspaceId, (head) =>
      withSticky(head, { commentId, digest }),
    );
    deps.log.info('State shown', { workspaceId, commentId, code: state.lastDecision?.code });
    if (kept.kind === 'unknown') return;
    ({ state } = kept.head);
  }
}

/** Nothing becomes due by it: what people see is no reason to look. */
function withSticky(
  { state, dueAt }: WorkspaceHead,
  sticky: NonNullable<WorkspaceState['sticky']>,
): Change {
  const { commentId, digest } = state.sticky ?? {};
  if (commentId === sticky.commentId && digest === sticky.digest) return undefined;
  return { next: { ...state, sticky }, commands: [], ...(dueAt !== undefined && { dueAt }) };
}

/** Broken settings have a decision of their own; meanwhile the default numbers are shown. */
async function readShownSettings(
  deps: ReportDeps,
  { pullRequest, observation }: WorkspaceState,
): Promise<RatchetSettings> {
  const read =
    observation && (await readRepositorySettings(deps, pullRequest, observation.baseSha));
  return read?.kind === 'ok' ? read.ratchet : toRatchetSettings(defaultConfig());
}
