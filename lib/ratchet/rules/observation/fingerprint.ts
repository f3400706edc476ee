import type { NativeHash } from '#base/hash.ts';
import type { Observation } from '#model/observation.ts';
import { checkKey } from './check-key.ts';

export interface Fingerprinted extends Pick<Observation, 'headSha' | 'baseSha' | 'mergeable'> {
  /** Unique on its forge, so that no pull request takes another's for its own. */
  readonly pullRequest: string;
  readonly ci: Pick<Observation['ci'], 'verdict' | 'failed'>;
  readonly review: Pick<Observation['review'], 'newestAt'>;
}

/**
 * Names what an observation asks to be fixed at its head, and nothing else: equal for two that ask for
 * the same, so that none is acted on twice; other labels, titles or times of update change nothing.
 */
export function fingerprintObservation(hash: NativeHash, observation: Fingerprinted): string {
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
