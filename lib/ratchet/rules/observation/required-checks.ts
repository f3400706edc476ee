import { compareText } from '#base/order.ts';
import type { CheckFacts, PullRequestFacts, RequiredCheck } from './facts.ts';

/** The required checks that never reported, by name. */
export function findMissingChecks(
  { rules, checksComplete }: Pick<PullRequestFacts, 'checksComplete' | 'rules'>,
  newest: readonly CheckFacts[],
): string[] {
  if (!checksComplete) return [];
  // What the forge gave up on never said anything.
  const reporting = newest.filter(({ conclusion }) => conclusion !== 'STALE');
  const missing = (rules.requiredChecks ?? []).filter(
    (required) => !reporting.some((check) => satisfiesRequirement(check, required)),
  );
  return [...new Set(missing.map((required) => labelRequiredCheck(required, reporting)))].toSorted(
    compareText,
  );
}

/** Where one App has to say it, the same name by another one counts for nothing, as at the forge. */
function satisfiesRequirement(check: CheckFacts, { name, appId }: RequiredCheck): boolean {
  if (check.name !== name) return false;
  if (appId === undefined) return true;
  return check.source === 'status' ? isByProgram(check) : check.appId === appId;
}

/** A status tells of an App only what its account is called. */
function isByProgram({ app }: CheckFacts): boolean {
  return app.endsWith('[bot]');
}

/** A name that people see to be green is no answer to them. */
function labelRequiredCheck(
  { name, appId }: RequiredCheck,
  reporting: readonly CheckFacts[],
): string {
  const isByOther = appId !== undefined && reporting.some((check) => check.name === name);
  return isByOther ? `${name} (only App ${appId} counts)` : name;
}
