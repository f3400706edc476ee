import { compareText } from '#base/order.ts';

/** The facts that must never get worse. Whoever measures gives the same names before and after. */
export interface RatchetVector {
  /** By engine. An engine without a trustworthy result has no number. */
  readonly newFindings: Readonly<Record<string, number>>;
  /** Checks and tests that fail, by name. */
  readonly failed: readonly string[];
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
  /** Source files that are gone on purpose, so that nobody misses their coverage. */
  readonly removedFiles: readonly string[];
}

interface LineCounts {
  readonly covered: number;
  readonly total: number;
}

interface ComponentComparison {
  /** For example new findings of ruff. */
  readonly component: string;
  readonly result: 'better' | 'same' | 'worse';
  readonly sentence: string;
}

export interface VectorComparison {
  readonly components: readonly ComponentComparison[];
  /** Whether no component is worse. */
  readonly acceptable: boolean;
}

/** Compares component by component; gains in one never pay for a loss in another. */
export function compareVectors(before: RatchetVector, after: RatchetVector): VectorComparison {
  const components = [
    ...keysOf(before.newFindings, after.newFindings).map((engine) =>
      newFindings(engine, before.newFindings[engine], after.newFindings[engine]),
    ),
    names('failed checks and tests', before.failed, after.failed),
    names('lost tests', before.lostTests, after.lostTests),
    names('skipped tests', before.skipped, after.skipped),
    count('suppressions added', before.suppressionsAdded, after.suppressionsAdded),
    names('changed configuration', before.configChanges, after.configChanges),
    ...keysOf(before.coverage, after.coverage)
      .filter((path) => !after.removedFiles.includes(path))
      .map((path) => coverage(path, before.coverage[path], after.coverage[path])),
  ];
  return { components, acceptable: components.every(({ result }) => result !== 'worse') };
}

function keysOf(before: object, after: object): readonly string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].toSorted(compareText);
}

const ofFindings = 'new findings of ';

/** Whether a component counts findings, which whoever lists these has told already. */
export function countsFindings({ component }: Pick<ComponentComparison, 'component'>): boolean {
  return component.startsWith(ofFindings);
}

function newFindings(
  engine: string,
  before: number | undefined,
  after: number | undefined,
): ComponentComparison {
  const component = `${ofFindings}${engine}`;
  if (after !== undefined) return count(component, before ?? 0, after);
  return {
    component,
    result: 'worse',
    sentence: `${engine} gives no trustworthy result any more.`,
  };
}

function count(component: string, before: number, after: number): ComponentComparison {
  const result = verdict(before - after);
  const sentence =
    result === 'same' ? `${component}: still ${after}.` : `${component}: ${after}, was ${before}.`;
  return { component, result, sentence };
}

// By name, because one test repaired and another broken is not the same as before.
function names(
  component: string,
  before: readonly string[],
  after: readonly string[],
): ComponentComparison {
  const added = missingFrom(before, after);
  if (added.length > 0) {
    return { component, result: 'worse', sentence: `${component}: also ${listed(added)}.` };
  }
  const left = missingFrom(after, before);
  if (left.length === 0) return { component, result: 'same', sentence: `${component}: unchanged.` };
  return { component, result: 'better', sentence: `${component}: no longer ${listed(left)}.` };
}

function missingFrom(known: readonly string[], all: readonly string[]): readonly string[] {
  const has = new Set(known);
  return [...new Set(all)].filter((name) => !has.has(name)).toSorted(compareText);
}

function coverage(
  path: string,
  before: LineCounts | undefined,
  after: LineCounts | undefined,
): ComponentComparison {
  const component = `coverage of ${path}`;
  if (after === undefined) {
    return { component, result: 'worse', sentence: `${component}: not measured any more.` };
  }
  const now = `${after.covered} of ${after.total} lines`;
  if (before === undefined)
    return { component, result: 'same', sentence: `${component}: ${now}, new.` };
  const result = coverageVerdict(before, after);
  const was = result === 'same' ? '' : `, was ${before.covered} of ${before.total}`;
  return { component, result, sentence: `${component}: ${now}${was}.` };
}

// Removing covered code lowers the share and harms nothing: more uncovered lines must come with it.
function coverageVerdict(before: LineCounts, after: LineCounts): ComponentComparison['result'] {
  const share = after.covered * before.total - before.covered * after.total;
  const uncovered = after.total - after.covered - (before.total - before.covered);
  if (share < 0) return uncovered > 0 ? 'worse' : 'same';
  return verdict(share);
}

function verdict(gain: number): ComponentComparison['result'] {
  if (gain === 0) return 'same';
  return gain > 0 ? 'better' : 'worse';
}

const mostListed = 5;

function listed(all: readonly string[]): string {
  const shown = all.slice(0, mostListed).join(', ');
  return all.length <= mostListed ? shown : `${shown} and ${all.length - mostListed} more`;
}
