import type { CiStatus, Observation } from '#model/observation.ts';

type Checked = Pick<Observation, 'mergeable'> & {
  readonly ci: Pick<Observation['ci'], 'verdict' | 'since'>;
};

export interface Moment {
  readonly now: number;
  /** How long a set of checks rests before its absence of red is believed. */
  readonly settleMs: number;
}

/** The same observation as time has passed, with nothing read anew. */
export function settleObservation(observation: Observation, moment: Moment): Observation {
  return { ...observation, ci: { ...observation.ci, status: settleStatus(observation, moment) } };
}

/** Red and running count at once. Green and nothing at all count once nothing more has come for a while. */
export function settleStatus(
  { mergeable, ci: { verdict, since } }: Checked,
  { now, settleMs }: Moment,
): CiStatus {
  if (verdict !== 'passed' && verdict !== 'none') return verdict;
  // A pull request in conflict starts no checks, so there is nothing to wait for.
  if (mergeable === 'conflicting') return verdict;
  return now - since >= settleMs ? verdict : 'unsettled';
}
