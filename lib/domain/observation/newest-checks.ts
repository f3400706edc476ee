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

function latest(
  same: readonly CheckFacts[],
  ageOf: (check: CheckFacts) => number | bigint | undefined,
): readonly CheckFacts[] {
  const isOlder = (check: CheckFacts, other: CheckFacts) => {
    const [age, otherAge] = [ageOf(check), ageOf(other)];
    return age !== undefined && otherAge !== undefined && age < otherAge;
  };
  return same.filter((check) => !same.some((other) => isOlder(check, other)));
}
