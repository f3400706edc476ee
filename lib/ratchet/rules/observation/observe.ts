import type { NativeHash } from '#base/hash.ts';
import type { Observation } from '#model/observation.ts';
import { observeCommands } from './person-commands.ts';
import { observeCi } from './ci.ts';
import type { PullRequestFacts } from './facts.ts';
import { findSwitchLabel } from './labels.ts';
import { observeReview } from './review.ts';
import { settleStatus } from './settle.ts';
import type { ListeningPolicy } from './trust.ts';
import { checkKey } from './check-key.ts';

export interface ObservationContext {
  /** What the last look at the same pull request saw. */
  readonly previous?: Observation | undefined;
  readonly policy: ListeningPolicy;
  readonly hash: NativeHash;
  readonly ours: {
    /** When we last pushed what a review asked for. */
    readonly lastPushAt?: number | undefined;
    /** What reviewers had written until then was addressed by it. */
    readonly heardUntil?: number | undefined;
    /** What was asked for when it was begun. */
    readonly causes?: readonly string[] | undefined;
    /** Threads that it left as they were. */
    readonly left?: readonly string[] | undefined;
  };
  readonly settings: { readonly settleMs: number };
}

/** Reduces what the forge says of a pull request to what decisions are made from. */
export function observe(
  facts: PullRequestFacts,
  { previous, policy, hash, ours, settings }: ObservationContext,
): Observation {
  const mergeable = mergeabilities.get(facts.mergeable) ?? 'unknown';
  const ci = observeCi(facts, previous);
  const review = observeReview(facts, { policy, ...ours });
  const { headSha, baseSha, nodeId: pullRequest, readAt: now } = facts;
  const status = settleStatus({ mergeable, ci }, { now, settleMs: settings.settleMs });
  return {
    ...plainFacts(facts),
    headSeenAt: previous?.headSha === headSha ? previous.headSeenAt : now,
    mergeable,
    ci: { ...ci, status },
    review,
    asked: observeCommands(facts.remarks),
    observedAt: now,
    fingerprint: fingerprintObservation(hash, {
      pullRequest,
      headSha,
      baseSha,
      mergeable,
      ci,
      review,
    }),
  };
}

const mergeabilities: ReadonlyMap<string, Observation['mergeable']> = new Map([
  ['MERGEABLE', 'mergeable'],
  ['CONFLICTING', 'conflicting'],
]);

/** What is taken as it is. */
export function plainFacts(
  facts: PullRequestFacts,
): Omit<
  Observation,
  'asked' | 'ci' | 'fingerprint' | 'headSeenAt' | 'mergeable' | 'observedAt' | 'review'
> {
  const label = findSwitchLabel(facts);
  return {
    headSha: facts.headSha,
    headTree: facts.headTree,
    headRef: facts.headRef,
    headParents: [...facts.headParents],
    headRepository: facts.headRepository,
    fromFork: facts.fromFork,
    baseSha: facts.baseSha,
    baseRef: facts.baseRef,
    title: facts.title,
    url: facts.url,
    author: facts.author?.login ?? null,
    authorAssociation: facts.author?.association ?? 'NONE',
    state: facts.state,
    draft: facts.draft,
    inMergeQueue: facts.inMergeQueue,
    canPush: facts.canPush,
    canPushWorkflows: facts.canPushWorkflows,
    signaturesRequired: facts.rules.signaturesRequired,
    labels: [...facts.labels],
    ...(label && { labelledOn: label }),
    ...(facts.archived === true && { archived: true }),
  };
}

interface Fingerprinted extends Pick<Observation, 'headSha' | 'baseSha' | 'mergeable'> {
  /** Unique on its forge, so that no pull request takes another's for its own. */
  readonly pullRequest: string;
  readonly ci: Pick<Observation['ci'], 'verdict' | 'failed'>;
  readonly review: Pick<Observation['review'], 'newestAt'>;
}

/**
 * Names what an observation asks to be fixed at its head, and nothing else: equal for two that ask for
 * the same, so that none is acted on twice; other labels, titles or times of update change nothing.
 */
function fingerprintObservation(hash: NativeHash, observation: Fingerprinted): string {
  const { pullRequest, headSha } = observation;
  return hash(JSON.stringify([pullRequest, headSha, ...listRequests(observation)]));
}

/** In the order in which things are fixed. */
function listRequests({ mergeable, baseSha, ci, review }: Fingerprinted): readonly unknown[] {
  if (mergeable === 'conflicting') return ['conflict', baseSha];
  // The execution is part of it, so that a check that runs again and fails again is another failure.
  if (ci.verdict === 'failed') {
    return ['ci', ...ci.failed.map((check) => [checkKey(check), check.runId])];
  }
  // Not the open threads or who stands by a request: one less of them is no new request.
  return ['review', review.newestAt ?? null];
}
