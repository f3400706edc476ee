import { nameFirst } from '#base/words.ts';
import type { BaselineUse } from '#model/check-report.ts';
import type { BaselineSnapshot } from '#model/baseline.ts';
import { countByKey, readAcceptances, splitAccepted, takeOneOfKey } from './acceptance.ts';
import { type BaselineReading, readBaseline } from './baseline-file.ts';
import type { Baseline, BaselineEntry } from './baseline.ts';

/** Where the baseline of one engine may come from; files are given as their texts. */
export interface BaselineSources {
  readonly engine: string;
  /** The path of its file, for messages. */
  readonly path: string;
  readonly wanted: 'auto' | 'committed' | 'recorded' | 'none';
  /** Why there is no commit to compare with; undefined: there is one. */
  readonly noBase: string | undefined;
  /** The file at the merge base. */
  readonly committed: string | undefined;
  /** What was recorded of the merge base. */
  readonly recorded: BaselineSnapshot | undefined;
  /** The file as it lies in the work tree, and the reasons beside it. */
  readonly inTree: string | undefined;
  readonly accepted: string | undefined;
}

export interface BaselineInUse {
  readonly use: Pick<BaselineUse, 'source' | 'because'>;
  readonly baseline: Baseline;
}

export interface TrustedBaseline extends BaselineInUse {
  /** Entries that the work tree added without a reason: they tolerate nothing. */
  readonly growth: readonly BaselineEntry[];
  /** What is wrong with the files, in sentences. */
  readonly problems: readonly string[];
}

/**
 * Chooses what is tolerated: the file of the merge base, else what was recorded of it, else nothing. A pull
 * request cannot tolerate its own findings, unless it says why, one by one.
 */
export function trustBaseline(sources: BaselineSources): TrustedBaseline {
  const { engine, wanted, inTree, accepted } = sources;
  if (wanted === 'none') {
    return trustNothing(
      engine,
      'The configuration asks for no baseline, so every finding counts as new.',
    );
  }
  const tree = inTree === undefined ? undefined : readBaseline(inTree);
  const { use, baseline, problems } = chooseBase(sources, tree);
  const added = entriesOfReading(tree).slice();
  const known = countByKey(baseline.entries, entryKey);
  const beyond = added.filter((entry) => !takeOneOfKey(known, entryKey(entry)));
  const split = splitAccepted(beyond, readAcceptances(accepted ?? ''));
  const entries = [...baseline.entries, ...split.accepted];
  return {
    use: { ...use, because: `${use.because}${mentionAccepted(split.accepted.length)}` },
    baseline: { ...baseline, entries },
    growth: withoutRewritten(split.others, baseline.entries, added),
    problems: [...problems, ...listBaselineProblems(tree, `${sources.path} in the work tree`)],
  };
}

interface ChosenBase extends BaselineInUse {
  readonly problems: readonly string[];
}

/** What comes and goes by itself is named, so that somebody can mend it. */
function describeNoise(noisy: NonNullable<BaselineSnapshot['noisy']>): string {
  const names = nameFirst([...new Set(noisy.map(({ path, message }) => `${path} ${message}`))], 3);
  return `Two runs on it differ, so this turns nothing red: ${names}.`;
}

function chooseBase(sources: BaselineSources, tree: BaselineReading | undefined): ChosenBase {
  const { engine, path, wanted, noBase, committed, recorded } = sources;
  if (wanted !== 'recorded' && noBase !== undefined && tree?.kind === 'baseline') {
    const because = `${path} of the work tree: ${noBase}.`;
    return { use: { source: 'committed', because }, baseline: tree.baseline, problems: [] };
  }
  const file = committed === undefined ? undefined : readBaseline(committed);
  const problems = listBaselineProblems(file, `${path} at the merge base`);
  if (wanted !== 'recorded' && file?.kind === 'baseline') {
    const because = `${path} as it is at the merge base.`;
    return { use: { source: 'committed', because }, baseline: file.baseline, problems };
  }
  if (wanted !== 'committed' && recorded !== undefined) {
    const { signature, entries, troubles = [], noisy = [] } = recorded;
    const said = troubles.some(({ kind }) => kind === 'failed')
      ? 'What was recorded of the merge base, where it failed: what it finds counts as new.'
      : 'What was recorded of the merge base.';
    const because = noisy.length === 0 ? said : `${said} ${describeNoise(noisy)}`;
    return {
      use: { source: 'recorded', because },
      baseline: { engine, signature, entries },
      problems,
    };
  }
  const why = noBase ?? `there is no ${path} at the merge base, and nothing was recorded of it`;
  return { ...trustNothing(engine, `Every finding counts as new: ${why}.`), problems };
}

function trustNothing(engine: string, because: string): TrustedBaseline {
  return {
    use: { source: 'none', because },
    baseline: { engine, entries: [] },
    growth: [],
    problems: [],
  };
}

function entriesOfReading(reading: BaselineReading | undefined): readonly BaselineEntry[] {
  return reading?.kind === 'baseline' ? reading.baseline.entries : [];
}

function mentionAccepted(count: number): string {
  return count === 0 ? '' : ` ${count} more were accepted in the work tree.`;
}

/** An entry whose line was edited or whose file moved stands where another one of its kind stood. */
function withoutRewritten(
  others: readonly BaselineEntry[],
  before: readonly BaselineEntry[],
  now: readonly BaselineEntry[],
): readonly BaselineEntry[] {
  const kept = countByKey(now, entryKey);
  const gone = countByKey(
    before.filter((entry) => !takeOneOfKey(kept, entryKey(entry))),
    entryKind,
  );
  return others.filter((entry) => !takeOneOfKey(gone, entryKind(entry)));
}

function entryKey({ path, rule, L, C, M }: BaselineEntry): string {
  return JSON.stringify([path, rule, L, C, M]);
}

function entryKind({ rule, M }: BaselineEntry): string {
  return JSON.stringify([rule, M]);
}

function listBaselineProblems(
  reading: BaselineReading | undefined,
  place: string,
): readonly string[] {
  if (reading?.kind !== 'refused') return [];
  return reading.problems.map(({ line, message }) => `${place}, line ${line}: ${message}`);
}
