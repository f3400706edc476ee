import { compareText } from '#base/order.ts';
import { nameFirst } from '#base/words.ts';
import type { VectorReport } from '#model/check-report.ts';
import type { VectorComponent } from '#model/vector-component.ts';
import {
  compareEngines,
  componentKey,
  type EngineInRoot,
  engineName,
  describeComponent,
} from './vector-component.ts';

/** The facts that must never get worse. Both measurements must use the same names. */
export interface RatchetVector {
  /** An engine without a trustworthy result has no number. */
  readonly newFindings: readonly NewFindings[];
  /** Tests the merge base has that are not collected. */
  readonly lostTests: readonly string[];
  /** Tests that are collected but skipped, or expected to fail. */
  readonly skipped: readonly string[];
  /** Comments that silence an engine, beyond those of the merge base. */
  readonly suppressionsAdded: number;
  /** Configuration files of engines that differ from the merge base. */
  readonly configChanges: readonly string[];
  /** By source file. */
  readonly coverage: Readonly<Record<string, LineCounts>>;
  /** Source files that were removed on purpose, so their coverage is not missed. */
  readonly removedFiles: readonly string[];
}

export const emptyVector: RatchetVector = {
  newFindings: [],
  lostTests: [],
  skipped: [],
  suppressionsAdded: 0,
  configChanges: [],
  coverage: {},
  removedFiles: [],
};

interface NewFindings extends EngineInRoot {
  readonly count: number;
}

interface LineCounts {
  readonly covered: number;
  readonly total: number;
}

type Compared = VectorReport['components'][number];

/** Compares component by component; gains in one never pay for a loss in another. */
export function compareVectors(before: RatchetVector, after: RatchetVector): VectorReport {
  const components = [
    ...compareNewFindings(before.newFindings, after.newFindings),
    compareNames({ kind: 'lost-tests' }, before.lostTests, after.lostTests),
    compareNames({ kind: 'skipped-tests' }, before.skipped, after.skipped),
    compareCounts({ kind: 'suppressions' }, before.suppressionsAdded, after.suppressionsAdded),
    compareNames({ kind: 'configuration' }, before.configChanges, after.configChanges),
    ...[...new Set([...Object.keys(before.coverage), ...Object.keys(after.coverage)])]
      .toSorted(compareText)
      .filter((path) => !after.removedFiles.includes(path))
      .map((path) => compareFileCoverage(path, before.coverage[path], after.coverage[path])),
  ];
  return reportComponents(components);
}

/** The report of these components: acceptable where none of them is worse. */
export function reportComponents(components: readonly Compared[]): VectorReport {
  return {
    components: [...components],
    acceptable: components.every(({ result }) => result !== 'worse'),
  };
}

function compareNewFindings(
  before: readonly NewFindings[],
  after: readonly NewFindings[],
): readonly Compared[] {
  const [was, now] = [countByEngine(before), countByEngine(after)];
  const all = new Map([...before, ...after].map((one) => [newFindingsKey(one), one]));
  return [...all]
    .toSorted(([, one], [, other]) => compareEngines(one, other))
    .map(([key, { engine, root }]) => {
      const measures = {
        kind: 'new-findings',
        engine,
        ...(root !== undefined && { root }),
      } as const;
      const found = now.get(key);
      if (found !== undefined) return compareCounts(measures, was.get(key) ?? 0, found);
      const sentence = `${engineName(measures)} gives no trustworthy result any more.`;
      return { ...nameComponent(measures), result: 'worse', sentence };
    });
}

function countByEngine(all: readonly NewFindings[]): ReadonlyMap<string, number> {
  return new Map(all.map((one) => [newFindingsKey(one), one.count]));
}

function newFindingsKey({ engine, root }: EngineInRoot): string {
  return componentKey({ kind: 'new-findings', engine, root });
}

function nameComponent(measures: VectorComponent): Pick<Compared, 'component' | 'measures'> {
  return { component: describeComponent(measures), measures };
}

function compareCounts(measures: VectorComponent, before: number, after: number): Compared {
  const result = judgeGain(before - after);
  const told = result === 'same' ? `still ${after}` : `${after}, was ${before}`;
  return {
    ...nameComponent(measures),
    result,
    sentence: `${describeComponent(measures)}: ${told}.`,
  };
}

// By name, because one test repaired and another broken is not the same as before.
function compareNames(
  measures: VectorComponent,
  before: readonly string[],
  after: readonly string[],
): Compared {
  const added = missingFrom(before, after);
  const left = missingFrom(after, before);
  const phrase = describeComponent(measures);
  if (added.length > 0) {
    return {
      ...nameComponent(measures),
      result: 'worse',
      sentence: `${phrase}: also ${nameFirst(added, mostListed)}.`,
    };
  }
  if (left.length === 0) {
    return { ...nameComponent(measures), result: 'same', sentence: `${phrase}: unchanged.` };
  }
  return {
    ...nameComponent(measures),
    result: 'better',
    sentence: `${phrase}: no longer ${nameFirst(left, mostListed)}.`,
  };
}

const mostListed = 5;

function missingFrom(known: readonly string[], all: readonly string[]): readonly string[] {
  const has = new Set(known);
  return [...new Set(all)].filter((name) => !has.has(name)).toSorted(compareText);
}

function compareFileCoverage(
  path: string,
  before: LineCounts | undefined,
  after: LineCounts | undefined,
): Compared {
  const measures = { kind: 'coverage', path } as const;
  const phrase = describeComponent(measures);
  if (after === undefined) {
    return {
      ...nameComponent(measures),
      result: 'worse',
      sentence: `${phrase}: not measured any more.`,
    };
  }
  const now = `${after.covered} of ${after.total} lines`;
  if (before === undefined) {
    return { ...nameComponent(measures), result: 'same', sentence: `${phrase}: ${now}, new.` };
  }
  const result = judgeCoverageGain(before, after);
  const was = result === 'same' ? '' : `, was ${before.covered} of ${before.total}`;
  return { ...nameComponent(measures), result, sentence: `${phrase}: ${now}${was}.` };
}

// Removing covered code lowers the share and harms nothing: more uncovered lines must come with it.
function judgeCoverageGain(before: LineCounts, after: LineCounts): Compared['result'] {
  const share = after.covered * before.total - before.covered * after.total;
  const uncovered = after.total - after.covered - (before.total - before.covered);
  if (share < 0) return uncovered > 0 ? 'worse' : 'same';
  return judgeGain(share);
}

function judgeGain(gain: number): Compared['result'] {
  if (gain === 0) return 'same';
  return gain > 0 ? 'better' : 'worse';
}
