import type { LookFacts, RatchetSettings } from '#model/look-facts.ts';
import type { Decision } from '#model/decision.ts';
import { mayCheck, type ObservedState } from '../rules/decision/apply-decision.ts';
import { readRepositorySettings } from '../read-settings.ts';
import type { DecideDeps } from './deps.ts';

/**
 * Digest of the configuration that a check of the head obeys: that of the merge base, under what whoever runs the
 * ratchet sets. undefined: nothing is to be checked, or there is no merge base.
 */
export async function readCheckConfig(
  deps: DecideDeps,
  { pullRequest, observation }: ObservedState,
  {
    decision,
    facts,
    settings,
  }: {
    readonly decision: Decision;
    readonly facts: LookFacts;
    readonly settings: RatchetSettings;
  },
): Promise<string | undefined> {
  if (!mayCheck(decision, facts, settings)) return undefined;
  const { headSha, baseSha } = observation;
  const mergeBase = await deps.forge.mergeBaseOf(pullRequest, headSha, baseSha);
  if (mergeBase === undefined) return undefined;
  const read = await readRepositorySettings(deps, pullRequest, mergeBase);
  return deps.hash.hex(JSON.stringify(read.kind === 'ok' ? read.config : read.problem));
}
