import type { Observation } from '#model/observation.ts';
import type { PullRequestFacts } from './facts.ts';

/** The label that switches the ratchet on for one pull request. */
export const switchLabel = 'ratchet';

/** Who put it on. A label that is on is not put on again, so the last time is the one that counts. */
export function findSwitchLabel({
  labels,
  labelled = [],
}: Pick<PullRequestFacts, 'labels' | 'labelled'>): Observation['labelledOn'] {
  const last = labelled.findLast(({ name }) => name === switchLabel);
  return last && labels.includes(switchLabel) ? { by: last.by, at: last.at } : undefined;
}
