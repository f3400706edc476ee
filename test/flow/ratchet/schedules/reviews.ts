import type { RunId } from '#model/ids.ts';
import type { WorkspaceHead, WorkspaceState } from '#model/workspace.ts';
import type { Truth } from './model-forge.ts';

/** Every other session that addresses a review pushes something that has nothing to do with it. */
export function changesForReview(run: RunId): boolean {
  return Number(run.slice('run-'.length)) % 2 === 0;
}

/** Until when all that reviewers wrote was addressed, by a session or by a person who pushed. */
export interface Reviews {
  addressedUntil: number;
  /** Until when reviewers were heard by the last session that pushed for them. */
  heardUntil: number;
}

interface Written {
  readonly before: WorkspaceState;
  readonly head: WorkspaceHead;
  readonly truth: Truth;
  readonly now: number;
}

/** Nothing is called green while a reviewer waits for a change that nobody made. */
export function enterReviews(
  reviews: Reviews,
  { before, head: { state }, truth, now }: Written,
): string | undefined {
  const { session } = before;
  const { observation, lastDecision } = state;
  const isPushed = state.session?.id !== session?.id && state.lastSession?.outcome === 'pushed';
  if (session?.kind === 'review' && isPushed) reviews.heardUntil = session.heardUntil ?? 0;
  if (session?.kind === 'review' && isPushed && changesForReview(session.id)) {
    reviews.addressedUntil = Math.max(reviews.addressedUntil, session.heardUntil ?? 0);
  }
  const head = observation?.headSha;
  const isMoved = head !== undefined && head !== before.observation?.headSha;
  if (isMoved && truth.commits.get(head)?.by === 'person') reviews.addressedUntil = now;
  if (lastDecision === before.lastDecision || lastDecision?.code !== 'GREEN') return undefined;
  const [thread] = truth.threads;
  if (thread === undefined || thread.resolved) return undefined;
  const asked = Math.max(
    ...thread.remarks.filter(({ ours }) => !ours).map(({ updatedAt }) => updatedAt),
  );
  const isSeen = asked <= (observation?.review.newestAt ?? -Infinity);
  return isSeen && asked > reviews.addressedUntil
    ? `${thread.id} waits, and it is green`
    : undefined;
}
