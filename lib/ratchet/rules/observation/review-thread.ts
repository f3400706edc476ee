import type { ReviewThread } from '#model/review.ts';
import type { Author, RemarkFacts, ThreadFacts } from './facts.ts';
import { heardRemarks } from './review.ts';
import type { ListeningPolicy } from './trust.ts';

/**
 * What a reviewer asks for, in words for the agent; undefined: no reviewer who is listened to asks. Every account may
 * write in a thread, so only what reviewers say is passed on; what a bot began counts once a reviewer has taken it up.
 */
export function composeReviewThread(
  thread: ThreadFacts,
  { author, policy }: { readonly author: Author | null; readonly policy: ListeningPolicy },
): ReviewThread | undefined {
  const heard = heardRemarks(thread, author, policy);
  if (heard.length === 0) return undefined;
  const { id, path, line, url, remarks } = thread;
  const [first, ...replies] = remarks.filter(
    (remark, index) =>
      remark.ours || heard.includes(remark) || (index === 0 && remark.author?.isBot === true),
  );
  const said = replies.map((reply) => `${nameRemarkAuthor(reply)} replied:\n${reply.body}`);
  const body = [first?.body ?? '', ...said].join('\n\n');
  if (body.trim() === '') return undefined;
  // Only a thread has a place, and only in a thread can be replied.
  const place = path === undefined ? {} : { id, path, ...(line !== undefined && { line }) };
  return { ...place, author: nameRemarkAuthor(first), body, ...(url !== undefined && { url }) };
}

// GitHub shows the comments of deleted accounts under this name.
function nameRemarkAuthor(remark: RemarkFacts | undefined): string {
  return remark?.author?.login ?? 'ghost';
}
