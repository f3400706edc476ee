import type { VectorReport } from '#model/check-report.ts';
import type { BaselineSnapshot } from '#model/baseline.ts';
import type { ComparedNumber } from './numbers.ts';
import { type CollectedTest, followTestFile } from './test-names.ts';
import { compareVectors, emptyVector, type RatchetVector, reportComponents } from './vector.ts';
import { describeComponent } from './vector-component.ts';

/** What one engine counted on everything it judges, and what was recorded of the base. */
export interface EngineMeasures {
  readonly engine: string;
  /** Whether its result can be relied on, and whether it is all there is; as at the base: as little as there. */
  readonly result: 'complete' | 'partial' | 'failed' | 'as at the base';
  readonly newFindings: number;
  readonly tests: readonly CollectedTest[] | null;
  readonly coverage: BaselineSnapshot['coverage'];
  readonly recorded: Pick<BaselineSnapshot, 'tests' | 'coverage'> | undefined;
  /** What it measured. */
  readonly numbers: readonly ComparedNumber[];
  /** The names of numbers that may be as bad as they are. */
  readonly acceptedNumbers: ReadonlySet<string>;
  readonly suppressionsAdded: number;
  /** Entries that were added to its baseline without a reason. */
  readonly growth: number;
}

export interface TreeMeasures {
  /** Whether there is a commit to compare with. */
  readonly hasBase: boolean;
  readonly renames: ReadonlyMap<string, string>;
  readonly deleted: ReadonlySet<string>;
}

type Component = VectorReport['components'][number];

/** Compares what a check measured with the base, as far as both are known. */
export function compareCheck(engines: readonly EngineMeasures[], tree: TreeMeasures): VectorReport {
  const { before, after } = measureBothSides(engines, tree);
  const compared = compareVectors(before, after).components.filter((one) =>
    isKnown(one, engines, tree),
  );
  return reportComponents([
    ...compared,
    ...engines.flatMap(reportGrowth),
    ...engines.flatMap(reportNumbers),
  ]);
}

function measureBothSides(engines: readonly EngineMeasures[], tree: TreeMeasures) {
  const known = engines.filter(({ result }) => result === 'complete');
  const compared = engines.filter(({ result }) => result !== 'as at the base');
  const judged = compared.filter(({ result }) => result !== 'failed');
  const tests = known.flatMap((one) => compareTests(one, tree.renames));
  const empty: RatchetVector = {
    ...emptyVector,
    newFindings: compared.map(({ engine }) => ({ engine, count: 0 })),
  };
  const before: RatchetVector = {
    ...empty,
    skipped: tests.flatMap(({ skippedBefore }) => skippedBefore),
    coverage: joinCoverage(
      known.map(({ recorded }) => recorded?.coverage),
      tree.renames,
    ),
  };
  const after: RatchetVector = {
    ...empty,
    newFindings: judged.map(({ engine, newFindings: count }) => ({ engine, count })),
    lostTests: tests.flatMap(({ lost }) => lost),
    skipped: tests.flatMap(({ skippedNow }) => skippedNow),
    suppressionsAdded: engines.reduce((sum, one) => sum + one.suppressionsAdded, 0),
    coverage: joinCoverage(known.map((one) => (one.recorded?.coverage ? one.coverage : null))),
    removedFiles: [...tree.deleted],
  };
  return { before, after };
}

/** Only where the tests of both sides are known. */
function compareTests(
  { tests, recorded }: EngineMeasures,
  renames: ReadonlyMap<string, string>,
): readonly {
  readonly lost: readonly string[];
  readonly skippedBefore: readonly string[];
  readonly skippedNow: readonly string[];
}[] {
  if (tests === null || !recorded?.tests) return [];
  const before = recorded.tests.map((test) => followTestFile(test, renames));
  const now = new Set(tests.map(({ id }) => id));
  return [
    {
      lost: before.map(({ id }) => id).filter((id) => !now.has(id)),
      skippedBefore: before.filter(({ skipped }) => skipped).map(({ id }) => id),
      // A new test may be skipped: that takes nothing away.
      skippedNow: tests
        .filter(({ id, skipped }) => skipped && before.some((test) => test.id === id))
        .map(({ id }) => id),
    },
  ];
}

function joinCoverage(
  measured: readonly (BaselineSnapshot['coverage'] | undefined)[],
  renames: ReadonlyMap<string, string> = new Map(),
): RatchetVector['coverage'] {
  const files = measured.flatMap((coverage) => Object.entries(coverage ?? {}));
  return Object.fromEntries(files.map(([path, counts]) => [renames.get(path) ?? path, counts]));
}

function isKnown(
  { measures }: Component,
  engines: readonly EngineMeasures[],
  { hasBase }: TreeMeasures,
): boolean {
  switch (measures.kind) {
    case 'lost-tests':
    case 'skipped-tests':
      return engines.some(
        ({ result, tests, recorded }) => result === 'complete' && tests && recorded?.tests,
      );
    case 'suppressions':
      return hasBase;
    // A check tells of it with all else by which it is decided how the code is judged.
    case 'configuration':
      return false;
    case 'new-findings':
    case 'number':
    case 'coverage':
    case 'baseline':
      return true;
  }
}

function reportGrowth({ engine, growth }: EngineMeasures): readonly Component[] {
  if (growth === 0) return [];
  const sentence = `${growth} entries were added to the baseline of ${engine} without a reason: remove them, or accept their findings with \`ratchetr accept --reason\`.`;
  const measures = { kind: 'baseline', engine } as const;
  return [{ component: describeComponent(measures), measures, result: 'worse', sentence }];
}

function reportNumbers({ engine, numbers, acceptedNumbers }: EngineMeasures): readonly Component[] {
  return numbers.map(({ number: { name, value }, result, sentence, trend }) => {
    const measures = { kind: 'number', engine, name } as const;
    const isAccepted = result === 'worse' && acceptedNumbers.has(name);
    return {
      component: describeComponent(measures),
      measures,
      result: isAccepted ? 'same' : result,
      sentence: `${engine}: ${sentence}`,
      ...(trend.length > 0 && { trend: [...trend, { commit: null, value }] }),
    };
  });
}
