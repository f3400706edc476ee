import type { DiffEntry } from './diff.ts';
import { foldPath } from '#base/fold-path.ts';
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

// What is installed says in such a folder what tools are to load when they start.
const startsWithPython =
  /(?:^|\/)(?:(?:site|user)customize(?:\.py|\/__init__\.py)|[^/]+\.pth|[^/]+\.(?:dist|egg)-info(?:\/.*)?)$/;

// Those of pytest that see a result before it is reported, or the tests before they are run.
const hook =
  /\bpytest_(?:runtest_\w+|pyfunc_call|collection\w*|collect_\w+|ignore_collect|itemcollected|deselected|pycollect_\w+|report_teststatus|sessionfinish|exception_interact|cmdline_\w+|load_initial_conftests|runtestloop)\b|\bcollect_ignore(?:_glob)?\b/;

function hooksAdded(diff: readonly DiffEntry[]): readonly Rejection[] {
  const counted = diff
    .filter(({ path, oldPath = path }) => isPython(path) || isPython(oldPath))
    .map((entry) => ({ entry, more: matchesAdded(lineChanges(entry), hook) }));
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
