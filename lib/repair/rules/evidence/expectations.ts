import type { ChangedExpectation, TestEvidence } from '#model/test-evidence.ts';
import { fileOfTest } from '#check/rules/findings/test-names.ts';
import { nameFirst } from '#base/words.ts';
import { type Rejection, shownText } from '../verdict/rejection.ts';
import { lineHunks } from '../verdict/line-hunks.ts';
import { addedTests, pairTests, type TwoProbes } from './compare-probes.ts';
import type { WatchedTest } from './probe-answer.ts';
import { isTestSide } from './test-side.ts';

export interface ChangedSides {
  readonly source: boolean;
  readonly tests: boolean;
}

/** Tests that pass only because they demand something else: as they were, they fail on the source as it is now. */
export function changedExpectations(probes: TwoProbes): readonly ChangedExpectation[] {
  const { old, now } = probes;
  if (old === undefined) return [];
  const added = addedTests(probes);
  const failed = pairTests(probes).filter(
    ({ old: before, now: after }) =>
      before.end.outcome === 'failed' && (after?.end.outcome ?? 'passed') === 'passed',
  );
  const paired = failed.map(({ old: before, now: after }) =>
    besides(probes, before, after ?? added.find(({ file }) => file === before.file)),
  );
  // What could not even be loaded as it was, and what went to a new file. A file of new tests alone changes no expectation.
  const loaded = new Set(Object.keys(old.outcomes).map(fileOf));
  const isLess = hasLessOfTests(probes);
  const wasThere = (file: string): boolean => {
    const lines = probes.oldLines.get(file);
    return lines !== undefined && (lines.length > 0 || isLess);
  };
  const unloaded = added.filter(({ file }) => file !== null && !loaded.has(file) && wasThere(file));
  const files = new Map(unloaded.map((test) => [test.file, test]));
  const fresh = [...files.values()].map((test) => besides(probes, undefined, test));
  const passes = (one: ChangedExpectation): boolean => now.outcomes[one.test] !== 'failed';
  return [...paired, ...fresh].filter(passes).slice(0, mostShown);
}

function hasLessOfTests({ oldLines, newLines, renames }: TwoProbes): boolean {
  return [...oldLines].some(([path, lines]) => {
    const now = new Set(newLines.get(renames.get(path) ?? path));
    return isTestSide(path) && lines.some((line) => line.trim() !== '' && !now.has(line));
  });
}

const mostShown = 20;
const mostLines = 30;
const mostLetters = 1500;

function fileOf(id: string): string {
  return fileOfTest({ id });
}

function besides(
  probes: TwoProbes,
  before: WatchedTest | undefined,
  after: WatchedTest | undefined,
): ChangedExpectation {
  const path = after?.file ?? before?.file ?? '';
  const texts = {
    before: textOf(before, probes.oldLines),
    after: textOf(after, probes.newLines),
  };
  const isTold = texts.before !== texts.after && texts.before !== '' && texts.after !== '';
  const shown = isTold ? texts : hunksOf(probes, before?.file ?? path, path);
  return { test: after?.id ?? before?.id ?? path, path, ...shown };
}

function textOf(test: WatchedTest | undefined, lines: TwoProbes['oldLines']): string {
  const { file = null, first = null, last = null } = test ?? {};
  if (file === null || first === null || last === null) return '';
  return shortened((lines.get(file) ?? []).slice(first - 1, last));
}

/** A helper, or data: what differs in the file. */
function hunksOf({ oldLines, newLines }: TwoProbes, from: string, to: string) {
  const all = lineHunks((oldLines.get(from) ?? []).join('\n'), (newLines.get(to) ?? []).join('\n'));
  return {
    before: shortened(all.flatMap(({ removed }) => removed)),
    after: shortened(all.flatMap(({ added }) => added)),
  };
}

function shortened(lines: readonly string[]): string {
  const more = lines.length > mostLines ? ['...'] : [];
  return [...lines.slice(0, mostLines), ...more].join('\n').slice(0, mostLetters);
}

/** Which of the three it is. passesOnOldSource: the tests as they are now, on the source as it was; undefined: not asked. */
export function decideTestVerdict(
  changed: ChangedSides,
  expectations: readonly ChangedExpectation[],
  {
    hadFailed,
    passOnOldSource,
  }: { readonly hadFailed: boolean; readonly passOnOldSource: boolean | undefined },
): TestEvidence['verdict'] {
  if (expectations.length === 0) {
    return hadFailed && changed.source ? 'source_repaired' : 'nothing_decided';
  }
  return changed.source && passOnOldSource !== true ? 'both' : 'expectation_changed';
}

/** A warning: what is right is for a person to say. */
export function tellExpectations(all: readonly ChangedExpectation[]): readonly Rejection[] {
  if (all.length === 0) return [];
  const tests = nameFirst(
    all.map(({ test }) => shownText(test)),
    3,
  );
  const sentence = `It passes only because tests demand something else than before (${tests}); see whether that is right.`;
  return [{ code: 'EXPECTATION_CHANGED', sentence }];
}
