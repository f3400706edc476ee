import { sessionSummary } from '#model/session-summary.ts';
import type { Session } from '#model/session.ts';
import type { EndedSession } from '../rules/decision/end-session.ts';
import { taskThatAddressed } from '#repair/rules/session/addressed.ts';
import type { PublishDeps } from './deps.ts';
import { readBrief } from './proposal.ts';

/** What a session that was to address a review made of each of its threads. */
export async function reviewThreads(
  deps: PublishDeps,
  { id: runId, kind }: Session,
): Promise<EndedSession['threads']> {
  if (kind !== 'review') return undefined;
  const { runs } = deps;
  const { threads = [] } = (await readBrief(deps, runId)) ?? {};
  const { summary } = (await runs.loadRun(runId)) ?? {};
  const { dropped = [] } = sessionSummary.safeParse(summary).data ?? {};
  const work = {
    tasks: await runs.listTasks(runId),
    accepted: await runs.listAccepted(runId),
    dropped: new Map(dropped.map(({ taskId, because }) => [taskId, because])),
  };
  return threads.flatMap((thread) => {
    const isAddressed = taskThatAddressed(thread, work) !== undefined;
    return thread.id === undefined ? [] : { id: thread.id, isAddressed };
  });
}
