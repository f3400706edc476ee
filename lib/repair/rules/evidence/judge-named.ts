import type { Rejection } from '../verdict/rejection.ts';
import { shownText } from '../verdict/rejection.ts';
import type { ProbeAnswer, WatchedTest } from './probe-answer.ts';
import { describeMutant, type Reaction, reactionsOf } from './reactions.ts';

/** How a test failed before a change. */
interface FailedTest {
  readonly testId?: string | null | undefined;
  readonly symbol?: string | undefined;
  readonly message: string;
}

/** The tests that failed because a value was not as demanded; one that demands that nothing is thrown looks at none. */
export function testsOfValues(failed: readonly FailedTest[]): ReadonlySet<string> {
  const looked = failed.filter(
    ({ symbol, message }) =>
      (symbol === 'AssertionError' || message.startsWith('expect(')) && !/thr[eo]w/i.test(message),
  );
  return new Set(looked.flatMap(({ testId }) => testId ?? []));
}

/** A test that failed by a value must still look at one, or something keeps it from it. */
export function judgeNamed(answer: ProbeAnswer, looked: ReadonlySet<string>): readonly Rejection[] {
  const direct = new Set(answer.functions.filter((one) => one.direct).map(({ id }) => id));
  return answer.watched.flatMap((test) => {
    if (!looked.has(test.id) || test.end.outcome !== 'passed') return [];
    const blind = blindFor(test, answer, direct);
    if (blind === undefined) return [];
    const sentence = `The test ${shownText(test.id)} failed by a value before and now passes whatever is given: it still passes where ${shownText(describeMutant(blind))}; leave alone what it demands, and how that is judged.`;
    return [{ code: 'TEST_EMPTIED', sentence } as const];
  });
}

/** What it passes with, where it passes with all that was tried besides failures. */
function blindFor(
  test: WatchedTest,
  answer: ProbeAnswer,
  direct: ReadonlySet<string>,
): Reaction['mutant'] | undefined {
  const values = reactionsOf(test, answer).filter(
    ({ mutant: { kind, applied } }) => kind !== 'raises' && applied !== false,
  );
  if (values.some(({ reacts }) => reacts)) return undefined;
  return values.find(({ mutant }) => direct.has(mutant.function) && mutant.kind !== 'empty')
    ?.mutant;
}
