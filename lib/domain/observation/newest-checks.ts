import type { CheckFacts } from './facts.ts';

/**
 * The newest execution of each check: the forge keeps superseded ones too. A name that is reported by
 * several, or both as a check run and as a status, is several checks. Where nothing tells which of two
 * is newer, both stay, so that the worse one counts.
 */
export function newestChecks(checks: readonly CheckFacts[]): readonly CheckFacts[] {
  const byName = Map.groupBy(checks, nameOf);
  return [...byName.values()].flatMap((same) => newestOf(same));
}

/** What makes two executions one check. */
export function nameOf({ source, app, workflow, name }: CheckFacts): string {
  return JSON.stringify([source, app, workflow ?? null, name]);
}

function newestOf(same: readonly CheckFacts[]): readonly CheckFacts[] {
  const isNumbered = same.every(({ id }) => /^\d+$/.test(id));
  // Ids go beyond what a number holds exactly.
  return isNumbered
    ? latest(same, ({ id }) => BigInt(id))
    : latest(same, ({ startedAt }) => startedAt);
}

/** In one pass: whoever may make checks can make thousands of one name. */
function latest(
  same: readonly CheckFacts[],
  ageOf: (check: CheckFacts) => number | bigint | undefined,
): readonly CheckFacts[] {
  const ages = same.map(ageOf);
  let newest: number | bigint | undefined;
  for (const age of ages) {
    if (age !== undefined && (newest === undefined || age > newest)) newest = age;
  }
  return same.filter((_, index) => ages[index] === undefined || ages[index] === newest);
}
