import { compareVectors, emptyVector, type RatchetVector } from '#check/rules/findings/vector.ts';
import { componentKey, type EngineInRoot } from '#check/rules/findings/vector-component.ts';
import {
  type CollectedTest,
  fileOfTest,
  followTestFile,
} from '#check/rules/findings/test-names.ts';
import type { Changeset } from '#model/changeset.ts';
import type { VectorReport } from '#model/check-report.ts';
import { hidesOthers, rankFindings } from '../tasks/rank.ts';
import { isReliable, type FindingsSnapshot, type EngineSnapshot } from './findings-snapshot.ts';

export interface TreeDifference {
  /** Old path to new path. */
  readonly renames: ReadonlyMap<string, string>;
  readonly deleted: readonly string[];
  readonly suppressionsAdded: number;
  /** Files that silence an engine in more places than before. */
  readonly silencedIn: readonly string[];
  /** Configuration of engines that says something else, where no task was to change it. */
  readonly configChanges: readonly string[];
  /** Tests that tasks set aside as they were asked to, by their names in the repository. */
  readonly setAside: ReadonlySet<string>;
}

/** Holds the end of a session against its start: nothing may have got worse. */
export function compareSnapshots(
  start: FindingsSnapshot,
  end: FindingsSnapshot,
  tree: TreeDifference,
): VectorReport {
  const pairs = pairRuns(start, end);
  return compareVectors(vectorBefore(pairs, tree), vectorAfter(pairs, tree));
}

type Numbers = Changeset['evidence']['vector'];

/** Each number that must not get worse, at the start and at the end. */
export function vectorNumbers(
  start: FindingsSnapshot,
  end: FindingsSnapshot,
  tree: TreeDifference,
): Numbers {
  const pairs = pairRuns(start, end);
  const before = measureComponents(vectorBefore(pairs, tree));
  const after = measureComponents(vectorAfter(pairs, tree));
  return [...new Map([...before, ...after])].map(([key, { measures }]) => ({
    measures,
    before: before.get(key)?.value ?? 0,
    after: after.get(key)?.value ?? 0,
  }));
}

interface Measured extends Pick<Numbers[number], 'measures'> {
  readonly value: number;
}

/** By the keys of their components. */
function measureComponents(vector: RatchetVector): ReadonlyMap<string, Measured> {
  const all: readonly Measured[] = [
    ...vector.newFindings.map(({ count, ...of }) => ({
      measures: { kind: 'new-findings' as const, ...of },
      value: count,
    })),
    { measures: { kind: 'lost-tests' }, value: vector.lostTests.length },
    { measures: { kind: 'skipped-tests' }, value: vector.skipped.length },
    { measures: { kind: 'suppressions' }, value: vector.suppressionsAdded },
    { measures: { kind: 'configuration' }, value: vector.configChanges.length },
    ...Object.entries(vector.coverage).map(([path, { covered, total }]) => ({
      measures: { kind: 'coverage' as const, path },
      value: total === 0 ? 100 : Math.round((covered / total) * 1e4) / 100,
    })),
  ];
  return new Map(all.map((one) => [componentKey(one.measures), one]));
}

/** Where what got worse can be seen, so that the change that did it can be found. */
export function worsePaths(
  start: FindingsSnapshot,
  end: FindingsSnapshot,
  { vector, tree }: { readonly vector: VectorReport; readonly tree: TreeDifference },
): ReadonlySet<string> {
  const pairs = pairRuns(start, end);
  const fresh = pairs.flatMap((pair) => freshIn(pair)).flatMap(({ filePath }) => filePath ?? []);
  const lost = pairs.flatMap((pair) => lostTests(pair, new Map())).map(fileOfTest);
  const skipped = pairs.flatMap((pair) => newlySkipped(pair)).map(fileOfTest);
  const thinner = vector.components.flatMap(({ measures, result }) =>
    result === 'worse' && measures.kind === 'coverage' ? measures.path : [],
  );
  const silenced = tree.suppressionsAdded > 0 ? tree.silencedIn : [];
  return new Set([...fresh, ...lost, ...skipped, ...thinner, ...silenced, ...tree.configChanges]);
}

interface Pair {
  readonly before: EngineSnapshot;
  /** Absent: the engine gave nothing any more. */
  readonly after: EngineSnapshot | undefined;
}

/** Only what could be relied on at the start can be compared with. */
function pairRuns(start: FindingsSnapshot, end: FindingsSnapshot): readonly Pair[] {
  return start.runs.filter(isReliable).map((before) => ({
    before,
    after: end.runs.find(
      ({ scheduled: { engine, plan } }) =>
        engine === before.scheduled.engine && plan.root === before.scheduled.plan.root,
    ),
  }));
}

function vectorBefore(pairs: readonly Pair[], { renames }: TreeDifference): RatchetVector {
  return {
    ...emptyVector,
    newFindings: pairs.map(({ before }) => ({ ...namedEngine(before), count: 0 })),
    skipped: pairs
      .flatMap(({ before }) => skippedIn(before))
      .map((test) => followTestFile(test, renames).id),
    coverage: Object.assign(
      {},
      ...pairs.map(({ before }) => renamedKeys(before.coverage ?? {}, renames)),
    ),
  };
}

function vectorAfter(pairs: readonly Pair[], tree: TreeDifference): RatchetVector {
  const { renames, deleted, suppressionsAdded, configChanges, setAside } = tree;
  const trusted = pairs.flatMap((pair) =>
    pair.after !== undefined && isReliable(pair.after) ? [{ ...pair, after: pair.after }] : [],
  );
  return {
    ...emptyVector,
    newFindings: trusted.map((pair) => ({
      ...namedEngine(pair.before),
      count: freshIn(pair).length,
    })),
    lostTests: trusted.flatMap((pair) => lostTests(pair, renames)).map(({ id }) => id),
    skipped: trusted.flatMap(({ before, after }) => {
      const ids = new Set(before.tests?.map((test) => followTestFile(test, renames).id));
      const skipped = skippedIn(after).map(({ id }) => id);
      return skipped.filter((id) => ids.has(id) && !setAside.has(id));
    }),
    coverage: Object.assign({}, ...trusted.map(({ after }) => after.coverage ?? {})),
    removedFiles: deleted,
    suppressionsAdded,
    configChanges,
  };
}

function namedEngine({ scheduled: { engine, plan } }: EngineSnapshot): EngineInRoot {
  return plan.root === '.' ? { engine } : { engine, root: plan.root };
}

/** Findings that came with the session, but for those that only came to light. */
function freshIn({ before, after }: Pair) {
  const dark = new Set(
    before.known
      .filter(({ finding }) => hidesOthers(rankFindings([finding])))
      .map(({ finding }) => finding.filePath),
  );
  return (after?.known ?? [])
    .filter(({ fromStart, finding }) => !fromStart && !dark.has(finding.filePath))
    .map(({ finding }) => finding);
}

function lostTests(
  { before, after }: Pair,
  renames: ReadonlyMap<string, string>,
): readonly CollectedTest[] {
  if (before.tests === null || after === undefined || after.tests === null) return [];
  const now = new Set(after.tests.map(({ id }) => id));
  return before.tests.map((test) => followTestFile(test, renames)).filter(({ id }) => !now.has(id));
}

function newlySkipped({ before, after }: Pair): readonly CollectedTest[] {
  const known = new Set(skippedIn(before).map(({ id }) => id));
  return after === undefined ? [] : skippedIn(after).filter(({ id }) => !known.has(id));
}

function skippedIn({ tests }: EngineSnapshot): readonly CollectedTest[] {
  return (tests ?? []).filter(({ skipped }) => skipped);
}

function renamedKeys<Value>(
  byPath: Readonly<Record<string, Value>>,
  renames: ReadonlyMap<string, string>,
): Readonly<Record<string, Value>> {
  return Object.fromEntries(
    Object.entries(byPath).map(([path, value]) => [renames.get(path) ?? path, value]),
  );
}
