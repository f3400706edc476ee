import type { CollectedTest } from '#check/rules/findings/test-names.ts';
import { counted, nameFirst } from '#base/words.ts';
import { shownText } from '../verdict/rejection.ts';
import { type EngineSnapshot, type FindingsSnapshot, isReliable } from './findings-snapshot.ts';
import type { KnownFinding } from './known-finding.ts';

type Judged = Pick<EngineSnapshot, 'known' | 'outcome' | 'scheduled' | 'tests'>;

/** What the untouched tree came to elsewhere, each run beside that of the start. */
export interface NullChange {
  /** In another copy. */
  readonly again: readonly Judged[];
  /** Where the project itself lies, as its own command runs; none: that was not asked. */
  readonly inPlace: readonly Judged[];
  /** In a copy once more, where the place seems to decide; none: it does not. */
  readonly thrice: readonly Judged[];
}

/** What the start of a session is worth after nothing was changed. */
export interface Steadied {
  readonly start: FindingsSnapshot;
  /** What differs though nothing was changed, in sentences for people; none: nothing does. */
  readonly noise: readonly string[];
  /** Why no repair could be proved, so that none is begun; undefined: it can. */
  readonly stop: string | undefined;
}

/**
 * Takes out of the start what differs between runs of the same tree: names of tests that are others each time prove nothing,
 * and findings that come and go, or are there in copies alone, are no agent's to repair.
 */
export function steadyStart(
  start: FindingsSnapshot,
  seen: NullChange,
  /** Whether something else is asked for, such as a review. */
  isMoreAsked = false,
): Steadied {
  const told: string[] = [];
  const stops: string[] = [];
  const runs = start.runs.map((run) => {
    const again = sameRun(seen.again, run);
    if (again === undefined) return run;
    const unlike = findUnlikeTrouble(run, again);
    if (unlike !== undefined) {
      stops.push(unlike);
      return run;
    }
    const unnamed = findUnstableNames(run, again);
    if (unnamed !== undefined) stops.push(unnamed);
    const flaky = [...without(run.known, again.known), ...without(again.known, run.known)];
    const placed = findPlaced(run, flaky, seen);
    told.push(...tellFlaky(run, [...flaky, ...placed.flaky]), ...tellPlaced(run, placed.placed));
    return leaveAlone(run, again, { flaky: [...flaky, ...placed.flaky], placed: placed.placed });
  });
  const steady = { ...start, runs };
  const nothingLeft = !isMoreAsked && countWanted(start) > 0 && countWanted(steady) === 0;
  const noise = [...new Set(told)];
  const why = stops.length > 0 ? stops : nothingLeft ? noise : [];
  return {
    start: steady,
    noise,
    stop: why.length === 0 ? undefined : `${why.join(' ')} So no repair could be proved here.`,
  };
}

/** Runs in which a failure is to be repaired, which should be there where the project itself lies, too. */
export function listFailingRuns({ runs }: FindingsSnapshot): readonly EngineSnapshot[] {
  return runs.filter((run) => isReliable(run) && run.known.some(({ toRepair }) => toRepair));
}

/** Whether something that is to be repaired is there in copies and not where the project lies. */
export function dependsOnPlace(
  start: FindingsSnapshot,
  { inPlace }: Pick<NullChange, 'inPlace'>,
): boolean {
  return start.runs.some((run) => missingInPlace(run, inPlace).length > 0);
}

function missingInPlace(
  run: Pick<EngineSnapshot, 'known' | 'scheduled'>,
  inPlace: readonly Judged[],
): readonly KnownFinding[] {
  const there = sameRun(inPlace, run);
  if (there === undefined || !isReliable(there)) return [];
  return without(run.known, there.known).filter(({ toRepair }) => toRepair);
}

function findPlaced(
  run: EngineSnapshot,
  flaky: readonly KnownFinding[],
  { inPlace, thrice }: NullChange,
): { readonly flaky: readonly KnownFinding[]; readonly placed: readonly KnownFinding[] } {
  const missing = without(missingInPlace(run, inPlace), flaky);
  const third = sameRun(thrice, run);
  // One that fails twice in copies and passes the third time is flaky, wherever it passed.
  const passing = third === undefined ? [] : without(missing, third.known);
  return { flaky: passing, placed: without(missing, passing) };
}

function sameRun(
  runs: readonly Judged[],
  { scheduled }: Pick<EngineSnapshot, 'scheduled'>,
): Judged | undefined {
  return runs.find(
    ({ scheduled: { engine, plan } }) =>
      engine === scheduled.engine && plan.root === scheduled.plan.root,
  );
}

/** Those of one run that another has not as often. */
function without(
  all: readonly KnownFinding[],
  others: readonly KnownFinding[],
): readonly KnownFinding[] {
  const left = new Map<string, number>();
  for (const one of others) left.set(keyOf(one), (left.get(keyOf(one)) ?? 0) + 1);
  return all.filter((one) => {
    const count = left.get(keyOf(one)) ?? 0;
    left.set(keyOf(one), count - 1);
    return count <= 0;
  });
}

function keyOf({ entry: { path, rule, L, C, M }, finding: { testId = '' } }: KnownFinding): string {
  return JSON.stringify([path, rule, L, C, M, testId]);
}

/** An engine that judges all of the tree in one copy and not in the next proves nothing about a change. */
function findUnlikeTrouble(run: EngineSnapshot, again: Judged): string | undefined {
  if (isReliable(run) === isReliable(again)) return undefined;
  const { error, completeness } = (isReliable(run) ? again : run).outcome;
  const why =
    error?.message ?? (completeness.kind === 'complete' ? 'it failed.' : completeness.reason);
  return `${nameRun(run)} judges the same files otherwise each time: in one copy it judged all of them, in another it did not (${shownText(why)}).`;
}

/** A failure whose test has another name each time cannot be seen to be gone. */
function findUnstableNames(run: EngineSnapshot, again: Judged): string | undefined {
  const names = new Set(again.tests?.map(({ id }) => id));
  if (run.tests === null || again.tests === null) return undefined;
  const lost = run.known.flatMap(({ toRepair, finding: { testId } }) =>
    toRepair && testId !== undefined && !names.has(testId) && isNamed(run.tests, testId)
      ? testId
      : [],
  );
  if (lost.length === 0) return undefined;
  return `Tests of ${nameRun(run)} that fail have other names in each run, such as ${shownText(lost[0] ?? '')}: they may hold a path, a time or a random value. Give them names of their own (\`ids=\` in pytest).`;
}

function isNamed(tests: readonly CollectedTest[] | null, testId: string): boolean {
  return tests?.some(({ id }) => id === testId) === true;
}

function tellFlaky(run: EngineSnapshot, flaky: readonly KnownFinding[]): readonly string[] {
  if (flaky.length === 0) return [];
  const names = nameFindings(flaky);
  return [
    `${nameRun(run)} is flaky here: ${counted(names.length, 'failure')} came or went though nothing was changed (${nameFirst(names, 3)}).`,
  ];
}

function tellPlaced(run: EngineSnapshot, placed: readonly KnownFinding[]): readonly string[] {
  if (placed.length === 0) return [];
  const names = nameFindings(placed);
  return [
    `${nameRun(run)} fails in copies of the project only, not where it lies: ${counted(names.length, 'failure')} (${nameFirst(names, 3)}), which may need its folder, its history or files that git ignores.`,
  ];
}

function nameFindings(all: readonly KnownFinding[]): readonly string[] {
  const names = all.map(({ finding: { testId, filePath, message } }) => {
    return shownText(testId ?? `${filePath ?? '.'}: ${message}`);
  });
  return [...new Set(names)];
}

function nameRun({ scheduled: { engine, plan } }: Pick<EngineSnapshot, 'scheduled'>): string {
  return plan.root === '.' ? engine : `${engine} in ${plan.root}`;
}

interface LeftAlone {
  readonly flaky: readonly KnownFinding[];
  readonly placed: readonly KnownFinding[];
}

function leaveAlone(run: EngineSnapshot, again: Judged, { flaky, placed }: LeftAlone) {
  const ids = again.tests === null ? undefined : new Set(again.tests.map(({ id }) => id));
  const out = new Set([...flaky, ...placed]);
  return {
    ...run,
    known: run.known.map((one) => (out.has(one) ? { ...one, toRepair: false } : one)),
    // What only some runs name is not lost where another run does not name it.
    tests: ids === undefined ? run.tests : (run.tests?.filter(({ id }) => ids.has(id)) ?? null),
    flaky: flaky.map((one) => ({ ...one, toRepair: false, fromStart: true })),
    isSteady: out.size === 0,
  };
}

function countWanted({ runs }: FindingsSnapshot): number {
  return runs.flatMap(({ known }) => known.filter(({ toRepair }) => toRepair)).length;
}
