import type { Run } from '#model/run.ts';
import { runBrief } from '#model/run-brief.ts';
import { sessionSummary } from '#model/session-summary.ts';
import type { WorkspaceState } from '#model/workspace.ts';
import { threadReplies } from '#report/github/thread-replies.ts';
import { briefName } from '../dispatch/brief-name.ts';
import type { ReportDeps } from './deps.ts';
import { readValue } from './read-artifact.ts';

/** Replies in every thread that a session was to address: what was done, or why nothing was. */
export async function answerReview(
  deps: ReportDeps,
  { id: workspaceId, lastSession, observation, pullRequest, pushes }: WorkspaceState,
  { id: runId, summary }: Run,
): Promise<void> {
  if (lastSession?.runId !== runId || lastSession.kind !== 'review') return;
  if (observation === undefined) return;
  const brief = await readValue(deps.artifacts, { runId, name: briefName }, runBrief);
  const { dropped = [] } = sessionSummary.safeParse(summary).data ?? {};
  const isPushed = lastSession.outcome === 'pushed';
  const replies = threadReplies({
    url: observation.url,
    session: lastSession,
    commit: isPushed ? pushes.findLast(({ at }) => at === lastSession.at)?.sha : undefined,
    threads: brief?.threads ?? [],
    tasks: await deps.runs.listTasks(runId),
    attempts: await deps.runs.listAttempts(runId),
    accepted: await deps.runs.listAccepted(runId),
    dropped: new Map(dropped.map(({ taskId, because }) => [taskId, because])),
  });
  for (const reply of replies) await deps.forge.replyInThread(pullRequest, reply);
  if (replies.length > 0) {
    deps.log.info('Review answered', { workspaceId, runId, threads: replies.length });
  }
}
