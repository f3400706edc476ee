import { compareText } from '#base/order.ts';
import type { Observation } from '#model/observation.ts';
import type { Author, PullRequestFacts, RemarkFacts, ReviewFacts, ThreadFacts } from './facts.ts';
import { isListenedTo, type ListeningPolicy } from './trust.ts';

type Review = Observation['review'];

export interface ReviewContext {
  readonly policy: ListeningPolicy;
  /** When we last pushed what a review asked for. */
  readonly lastPushAt?: number | undefined;
  /** What reviewers had written until then was addressed by it, though our reply may be still on its way. */
  readonly heardUntil?: number | undefined;
  /** What was asked for when it was begun; absent: not known any more. */
  readonly causes?: readonly string[] | undefined;
  /** Threads in which that push changed nothing: they wait for people. */
  readonly left?: readonly string[] | undefined;
}

/** What reviewers still ask for: their unresolved threads, and standing requests for changes. */
export function observeReview(
  { author, threads, reviews }: Pick<PullRequestFacts, 'author' | 'threads' | 'reviews'>,
  { policy, lastPushAt = -Infinity, heardUntil = -Infinity, causes, left = [] }: ReviewContext,
): Review {
  const heardIn = threads.map((thread) => ({
    thread,
    heard: heardRemarks(thread, author, policy),
  }));
  const standing = Map.groupBy(heardIn, ({ thread, heard }) =>
    judgeThread(thread, heard, {
      heardUntil,
      isLeft: left.includes(thread.id),
      isCause: causes?.includes(thread.id) ?? true,
    }),
  );
  const idsOf = (which: ThreadStanding): string[] =>
    (standing.get(which) ?? []).map(({ thread }) => thread.id).toSorted(compareText);
  const answered = idsOf('answered');
  const listened = reviews.filter((review) => isListenedTo(review.author, policy));
  const requests = standingRequests(listened, lastPushAt);
  const times = [
    ...heardIn.flatMap(({ heard }) => heard.map(({ updatedAt }) => updatedAt)),
    ...listened.filter(({ state }) => asks.has(state)).map(({ submittedAt }) => submittedAt),
  ];
  return {
    openThreads: idsOf('open'),
    ...(answered.length > 0 && { answered }),
    changesRequestedBy: [...new Set(requests.map(readLogin))].toSorted(compareText),
    ...(requests.length > 0 && { requests: requests.map(({ id }) => id).toSorted(compareText) }),
    ...(times.length > 0 && { newestAt: Math.max(...times) }),
  };
}

/** Remarks that count: of reviewers, and of the author where a reviewer takes part. */
export function heardRemarks(
  { remarks }: ThreadFacts,
  author: Author | null,
  policy: ListeningPolicy,
): readonly RemarkFacts[] {
  const others = remarks.filter(({ ours }) => !ours);
  const isReviewed = others.some((remark) => isListenedTo(remark.author, policy));
  return others.filter(
    (remark) => isListenedTo(remark.author, policy) || (isReviewed && isByPerson(remark, author)),
  );
}

function isByPerson(remark: RemarkFacts, person: Author | null): boolean {
  if (remark.author === null || person === null) return false;
  return !remark.author.isBot && remark.author.login === person.login;
}

type ThreadStanding = 'open' | 'answered' | 'closed';

interface Known {
  readonly heardUntil: number;
  readonly isLeft: boolean;
  readonly isCause: boolean;
}

/** Bystanders neither open nor close a thread: between reviewers and us the last word counts. */
function judgeThread(
  { resolved, remarks }: ThreadFacts,
  heard: readonly RemarkFacts[],
  { heardUntil, isLeft, isCause }: Known,
): ThreadStanding {
  const last = remarks.findLast((remark) => remark.ours || heard.includes(remark));
  if (resolved || last === undefined) return 'closed';
  // The forge tells whole seconds: a thread of the same second may have been begun after the others were read.
  const isUnheard = last.updatedAt === heardUntil && !isCause && !isLeft;
  if (!last.ours && (last.updatedAt > heardUntil || isUnheard)) return 'open';
  if (isLeft) return 'answered';
  return last.ours && heard.some(({ updatedAt }) => updatedAt > heardUntil) ? 'answered' : 'closed';
}

/** States of reviews that ask for changes or did: a dismissed one was made all the same. */
const asks: ReadonlySet<string> = new Set(['CHANGES_REQUESTED', 'DISMISSED']);

/** Each reviewer's latest word counts, mere comments apart; and only what we have not answered. */
function standingRequests(
  reviews: readonly ReviewFacts[],
  lastPushAt: number,
): readonly ReviewFacts[] {
  return [...Map.groupBy(reviews, readLogin).values()].flatMap((own) => {
    const takenBackAt = findNewestTime(own, ['APPROVED', 'DISMISSED']);
    return own.filter(
      ({ state, submittedAt }) =>
        state === 'CHANGES_REQUESTED' && submittedAt > lastPushAt && submittedAt >= takenBackAt,
    );
  });
}

function readLogin({ author }: ReviewFacts): string {
  return author?.login ?? '';
}

function findNewestTime(reviews: readonly ReviewFacts[], states: readonly string[]): number {
  const of = reviews.filter(({ state }) => states.includes(state));
  return Math.max(...of.map(({ submittedAt }) => submittedAt));
}
