import { fileOfTest } from '#check/rules/findings/test-names.ts';
import { shownText } from '../verdict/rejection.ts';
import type { Rejection } from '../verdict/rejection.ts';
import { addedTests, pairTests, type TwoProbes } from './compare-probes.ts';
import { judgeLines } from './judge-lines.ts';
import type { ProbeAnswer, WatchedTest } from './probe-answer.ts';
import { describeMutant, mutantName, type Reaction, reactionsOf } from './reactions.ts';

/** Whether tests that were changed still refuse what they refused; nothing: they do. */
export function judgeKept(probes: TwoProbes): readonly Rejection[] {
  const found = [...judgePairs(probes), ...judgeLost(probes), ...judgeUnknown(probes)];
  const told = new Set(found.map(({ test }) => test));
  const lines = judgeLines(probes).filter(({ test }) => !told.has(test));
  return [...found, ...lines].map(({ rejection }) => rejection);
}

interface TestRejection {
  /** The id as it was. */
  readonly test: string;
  readonly rejection: Rejection;
}

function judgePairs(probes: TwoProbes): readonly TestRejection[] {
  const { now: answer, old } = probes;
  if (old === undefined) return [];
  const added = addedTests(probes).flatMap((test) => reactionsOf(test, answer));
  return pairTests(probes).flatMap(({ old: before, now }): readonly TestRejection[] => {
    if (now === undefined || !wasJudged(before)) return [];
    const reject = (rejection: Rejection | undefined) =>
      rejection === undefined ? [] : [{ test: before.id, rejection }];
    if (now.end.outcome === 'skipped' || now.end.outcome === 'xfailed')
      return reject(setAside(now));
    if (now.end.outcome !== 'passed') return [];
    const own = reactionsOf(now, answer);
    const could = canRefuse(before, old);
    if (could !== undefined && own.every(({ reacts }) => !reacts)) {
      return own.length > 0 || now.calls.length === 0 ? reject(emptied(now, could)) : [];
    }
    return reject(weakened({ before, old, answer, now, reactions: [...own, ...added] }));
  });
}

function wasJudged({ end }: WatchedTest): boolean {
  return end.outcome === 'passed' || end.outcome === 'failed';
}

/** Something that the test as it was could refuse. */
function canRefuse(test: WatchedTest, answer: ProbeAnswer): Reaction['mutant'] | undefined {
  const reactions = reactionsOf(test, answer);
  const { outcome, asserts } = test.end;
  const some =
    reactions.find(({ byValue }) => byValue) ??
    // What something else ended tells nothing of what it would have demanded.
    (outcome === 'failed' && asserts !== true ? reactions[0] : undefined);
  return (some ?? reactions.find(({ reacts }) => reacts))?.mutant;
}

function setAside({ id }: WatchedTest): Rejection {
  const sentence = `The test ${shownText(id)} is now skipped, or expected to fail; let it run and pass.`;
  return { code: 'TEST_SKIPPED', sentence };
}

function emptied(test: WatchedTest, mutant: Reaction['mutant']): Rejection {
  const sentence = `The test ${named(test)} passes whatever the code does: it still passes where ${shownText(describeMutant(mutant))}, which it could tell before; let it demand something.`;
  return { code: 'TEST_EMPTIED', sentence };
}

function named({ id, file, first }: WatchedTest): string {
  return file === null || first === null ? shownText(id) : `${shownText(id)} (line ${first})`;
}

interface Weakening {
  readonly before: WatchedTest;
  readonly old: ProbeAnswer;
  readonly now: WatchedTest | undefined;
  readonly answer: ProbeAnswer;
  /** Of all tests that may have taken over what it demanded. */
  readonly reactions: readonly Reaction[];
}

function weakened(given: Weakening): Rejection | undefined {
  const missing = given.before.end.outcome === 'passed' ? missingKill(given) : missingValue(given);
  if (missing === undefined) return undefined;
  const { before, now } = given;
  const sentence = `The test ${named(now ?? before)} refuses less than before: it passes where ${shownText(describeMutant(missing))}, which it could tell; let it demand as much.`;
  return { code: 'TEST_WEAKENED', sentence };
}

/** Of a test that passed, each mutant that it killed. */
function missingKill({
  before,
  old,
  answer,
  reactions,
}: Weakening): Reaction['mutant'] | undefined {
  const killed = new Set(kills(reactions));
  return reactionsOf(before, old).find(
    ({ reacts, mutant }) => reacts && !killed.has(mutantName(mutant)) && wasTried(mutant, answer),
  )?.mutant;
}

/**
 * A test that failed told by how it failed that it looked at what a function gives; which of two other values it would
 * have taken, it did not tell.
 */
function missingValue({
  before,
  old,
  answer,
  reactions,
}: Weakening): Reaction['mutant'] | undefined {
  const seen = reactionsOf(before, old).filter(({ byValue, mutant }) => byValue && isValue(mutant));
  const direct = new Set(old.functions.filter((one) => one.direct).map(({ id }) => id));
  const own = seen.filter(({ mutant }) => direct.has(mutant.function));
  const now = new Set(
    reactions
      .filter(({ reacts, mutant }) => reacts && isValue(mutant))
      .map(({ mutant }) => mutant.function),
  );
  const wanted = (own.length > 0 ? own : seen).filter(({ mutant }) => wasTried(mutant, answer));
  if (own.length === 0 && wanted.some(({ mutant }) => now.has(mutant.function))) return undefined;
  return wanted.find(({ mutant }) => !now.has(mutant.function))?.mutant;
}

function isValue({ kind }: Reaction['mutant']): boolean {
  return kind === 'high' || kind === 'low';
}

function kills(reactions: readonly Reaction[]): readonly string[] {
  return reactions.filter(({ reacts }) => reacts).map(({ mutant }) => mutantName(mutant));
}

/** What no test calls any more was not tried, and could have been. */
function wasTried(wanted: Reaction['mutant'], { mutants, functions }: ProbeAnswer): boolean {
  const isCalled = functions.some(({ id }) => id === wanted.function);
  return (
    !isCalled || mutants.some((one) => one.ends !== null && mutantName(one) === mutantName(wanted))
  );
}

/** Tests that went, where others came: together those must refuse what these refused. */
function judgeLost(probes: TwoProbes): readonly TestRejection[] {
  const { old, now: answer } = probes;
  const added = addedTests(probes).filter(({ end }) => end.outcome === 'passed');
  if (old === undefined || added.length === 0) return [];
  const reactions = added.flatMap((test) => reactionsOf(test, answer));
  return pairTests(probes).flatMap(({ old: before, now }) => {
    if (now !== undefined || !wasJudged(before)) return [];
    const rejection = weakened({ before, old, answer, now, reactions });
    return rejection === undefined ? [] : [{ test: before.id, rejection }];
  });
}

/** Of tests that could not be run as they were, nothing is known: they must refuse something. */
function judgeUnknown(probes: TwoProbes): readonly TestRejection[] {
  const { old, now: answer } = probes;
  if (old === undefined) return [];
  const files = new Set(Object.keys(old.outcomes).map((id) => fileOfTest({ id })));
  return addedTests(probes).flatMap((test) => {
    const reactions = reactionsOf(test, answer);
    const [first] = reactions;
    if (first === undefined || files.has(test.file ?? '') || test.end.outcome !== 'passed')
      return [];
    if (reactions.some(({ reacts }) => reacts)) return [];
    return [{ test: test.id, rejection: emptied(test, first.mutant) }];
  });
}
