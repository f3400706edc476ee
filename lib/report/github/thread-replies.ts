import * as z from 'zod';
import type { Attempt } from '#model/attempt.ts';
import type { ReviewThread } from '#model/review.ts';
import type { Task } from '#model/task.ts';
import type { LastSession } from '#model/workspace.ts';
import { type DoneWork, taskThatAddressed, tasksFor } from '#repair/rules/session/addressed.ts';
import { quoteInComment } from '../safe-text.ts';
import { commitLink } from './links.ts';

/** All that is known of a session that addressed a review. */
export interface AddressedReview extends DoneWork {
  /** Where people read the pull request. */
  readonly url: string;
  readonly session: LastSession;
  /** The commit that it pushed. */
  readonly commit: string | undefined;
  /** What reviewers asked for. */
  readonly threads: readonly ReviewThread[];
  readonly attempts: readonly Attempt[];
}

interface ThreadReply {
  readonly threadId: string;
  readonly marker: string;
  readonly markdown: string;
}

/** One reply for each thread that was worked on; none where the session is to be repeated anyway. */
export function threadReplies(review: AddressedReview): readonly ThreadReply[] {
  const { session, threads } = review;
  if (session.outcome !== 'pushed' && session.outcome !== 'no-push') return [];
  const marker = `<!-- ratchetr:${session.runId} -->`;
  return threads.flatMap((thread) =>
    thread.id === undefined
      ? []
      : { threadId: thread.id, marker, markdown: replyToThread(thread, review) },
  );
}

function replyToThread(thread: ReviewThread, review: AddressedReview): string {
  const { dropped, session } = review;
  const done = taskThatAddressed(thread, review);
  if (done !== undefined) return `${outcomeWords(review)}${quoteAgent(review, done)}`;
  const [task] = tasksFor(thread, review);
  if (task === undefined) return `Nothing was changed for this: ${quoteInComment(session.reason)}`;
  const because = dropped.get(task.id) ?? task.statusReason ?? session.reason;
  return `Nothing was changed for this: ${quoteInComment(because)}${quoteAgent(review, task)}\n\nA person has to decide this. A reply in this thread asks me to try again.`;
}

function outcomeWords({ commit, url, session }: AddressedReview): string {
  if (commit !== undefined) return `Addressed in ${commitLink(url, commit)}.`;
  if (session.patch) return 'Addressed in a patch, which is in a comment on this pull request.';
  return `Addressed, but not pushed: ${quoteInComment(session.reason)}`;
}

/** What the agent says of its work, marked as its words. */
function quoteAgent({ attempts }: AddressedReview, { id }: Task): string {
  const last = attempts
    .filter(({ taskId }) => taskId === id)
    .toSorted((one, other) => one.attemptNo - other.attemptNo)
    .at(-1);
  const summary = spoken.safeParse(last?.summary).data?.says.summary.trim() ?? '';
  return summary === '' ? '' : `\n\n> ${quoteInComment(summary)}`;
}

const spoken = z.object({ says: z.object({ summary: z.string() }) });
