import { compareText } from '#base/order.ts';
import type { PullRequestFacts } from './facts.ts';
import { isListenedTo, type ListeningPolicy } from './trust.ts';

/** What people wrote about a change. */
export type ReviewTexts = Pick<PullRequestFacts, 'threads'> &
  Partial<Pick<PullRequestFacts, 'reviews'>>;

/** People whose words would start work: an association does not say whether they may write to the repository. */
export function listReviewers(
  { threads, reviews = [] }: ReviewTexts,
  policy: ListeningPolicy,
): readonly string[] {
  const written = [
    ...threads.flatMap(({ remarks }) => remarks.filter(({ ours }) => !ours)),
    ...reviews,
  ];
  const logins = written.flatMap(({ author }) =>
    author !== null && !author.isBot && isListenedTo(author, policy) ? [author.login] : [],
  );
  return [...new Set(logins)].toSorted(compareText);
}
