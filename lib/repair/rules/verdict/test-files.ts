import { lostPath, newPath } from './diff.ts';
import type { DiffEntry } from './diff.ts';
import { foldPath } from '#base/fold-path.ts';
import { lineChanges, matchesAdded } from './line-changes.ts';
import { rejectPath } from './rejection.ts';
import type { Rejection } from './rejection.ts';

/** No test file may vanish, and the change may leave no fewer tests than there were. */
export function judgeTests(diff: readonly DiffEntry[]): readonly Rejection[] {
  return [...lostFiles(diff), ...lostCases(diff)];
}

/** Whether runners of tests would take it for one of theirs, by its name. */
export function isTestFile(path: string): boolean {
  const folded = foldPath(path);
  return (
    /(?:^|\/)(?:test_[^/]*|[^/]*_test|conftest)\.pyi?$/.test(folded) ||
    /\.(?:test|spec|cy)\.[cm]?[jt]sx?$/.test(folded) ||
    /(?:^|\/)[^/]*_test\.go$/.test(folded) ||
    /(?:^|\/)tests\/(?:[^/]*\/)*[^/]*\.rs$|(?:^|\/)tests?\.rs$/.test(folded) ||
    /(?:^|\/)__tests__\/(?:[^/]*\/)*[^/]*\.[cm]?[jt]sx?$/.test(folded)
  );
}

function lostFiles(diff: readonly DiffEntry[]): readonly Rejection[] {
  return diff.flatMap((entry) => {
    const lost = lostPath(entry);
    const made = newPath(entry);
    if (lost === undefined || !isTestFile(lost)) return [];
    if (made !== undefined && isTestFile(made)) return [];
    return [rejectDeletion(lost)];
  });
}

function rejectDeletion(path: string): Rejection {
  return rejectPath('TEST_DELETED', path, (shown) => `The tests in ${shown} are gone; keep them.`);
}

// Only from the start of a line: what is put into a comment is no test any more.
const testCase =
  /^[ \t]*(?:(?:async[ \t]+)?def[ \t]+test\w*|(?:it|test)(?:\.\w+){0,4}[ \t]*[(`]|func[ \t]+(?:Test|Fuzz|Example)\w*\(|#\[(?:\w+::)?test\b)/g;

function lostCases(diff: readonly DiffEntry[]): readonly Rejection[] {
  const counted = diff.map((entry) => ({
    entry,
    cases: matchesAdded(lineChanges(entry), testCase),
  }));
  // A test that moves to another file is not lost.
  if (counted.reduce((sum, { cases }) => sum + cases, 0) >= 0) return [];
  return counted
    .filter(({ entry, cases }) => cases < 0 && entry.status !== 'deleted')
    .map(({ entry, cases }) =>
      rejectPath(
        'TEST_DELETED',
        entry.path,
        (shown) => `${shown} has ${-cases} fewer tests than before; keep every test.`,
      ),
    );
}

const assertion =
  /\bassert(?:\b|[A-Z_]\w*[ \t]*\()|\bexpect(?:\.\w+)?[ \t]*\(|\bpytest\.(?:raises|warns)\b/g;

/** Warnings, for there are good reasons too: a test file that asserts less than before. */
export function judgeAssertions(diff: readonly DiffEntry[]): readonly Rejection[] {
  return diff
    .filter((entry) => isTestFile(entry.oldPath ?? entry.path) && entry.status !== 'deleted')
    .map((entry) => ({ entry, fewer: -matchesAdded(lineChanges(entry), assertion) }))
    .filter(({ fewer }) => fewer > 0)
    .map(({ entry, fewer }) =>
      rejectPath(
        'ASSERTIONS_REMOVED',
        entry.path,
        (shown) => `${shown} asserts ${fewer} times less than before; say why, or assert as much.`,
      ),
    );
}
