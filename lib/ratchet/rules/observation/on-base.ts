import { readCheckState } from './check-words.ts';
import type { CheckFacts } from './facts.ts';
import { identifyCheck, newestChecks } from './newest-checks.ts';

/** What the base says of a check; undefined: nothing certain. */
export type OnBase = (check: CheckFacts) => 'failed' | 'passed' | undefined;

/** Finds what the checks of the base say of those of a head. */
export function createBaseComparison(baseChecks: readonly CheckFacts[]): OnBase {
  const byName = Map.groupBy(newestChecks(baseChecks), identifyCheck);
  return (check) => {
    const there = selectCounterparts(byName.get(identifyCheck(check)) ?? [], check).map((one) =>
      readCheckState(one),
    );
    if (there.includes('failed')) return 'failed';
    const isPassed = there.length > 0 && there.every((standing) => standing === 'passed');
    return isPassed ? 'passed' : undefined;
  };
}

/** A base has mostly been pushed to and nothing else, so what ran for a push tells of other events as well. */
function selectCounterparts(
  there: readonly CheckFacts[],
  { event }: CheckFacts,
): readonly CheckFacts[] {
  for (const wanted of [event, 'push']) {
    const found = there.filter((one) => one.event === wanted);
    if (found.length > 0) return found;
  }
  return there;
}
