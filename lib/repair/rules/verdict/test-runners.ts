import type { DiffEntry } from './diff.ts';
import { foldPath } from '#base/fold-path.ts';
import { pytestHook, startsWithPython } from '#check/rules/judging/pytest-hooks.ts';
import { lineChanges, matchesAdded } from './line-changes.ts';
import { rejectPath } from './rejection.ts';
import type { Rejection } from './rejection.ts';

/** No change may decide what tests are run and what becomes of them, nor load code into every tool that is Python. */
export function judgeRunners(diff: readonly DiffEntry[]): readonly Rejection[] {
  const loaded = diff
    .filter((entry) => startsWithPython.test(foldPath(entry.path)) && entry.status !== 'deleted')
    .map(({ path }) =>
      rejectPath(
        'RUNNER_CHANGED',
        path,
        (shown) => `${shown} is loaded into every Python program; leave it out.`,
      ),
    );
  return [...loaded, ...hooksAdded(diff)];
}

function hooksAdded(diff: readonly DiffEntry[]): readonly Rejection[] {
  const counted = diff
    .filter(({ path, oldPath = path }) => isPython(path) || isPython(oldPath))
    .map((entry) => ({ entry, more: matchesAdded(lineChanges(entry), pytestHook) }));
  // What moves to another file is not new.
  if (counted.reduce((sum, { more }) => sum + more, 0) <= 0) return [];
  return counted
    .filter(({ more }) => more > 0)
    .map(({ entry, more }) =>
      rejectPath(
        'RUNNER_CHANGED',
        entry.path,
        (shown) =>
          `${shown} hooks into pytest in ${more} more places; repair the tests or the code instead.`,
      ),
    );
}

function isPython(path: string): boolean {
  return foldPath(path).endsWith('.py');
}
