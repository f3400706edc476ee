import type { DiffEntry } from './diff.ts';
import type { Rejection } from './rejection.ts';
import type { DiffRules } from './rules.ts';

/** A change may touch so many files and lines and no more. */
export function judgeSize(diff: readonly DiffEntry[], { limits }: DiffRules): readonly Rejection[] {
  const lines = diff.reduce((sum, entry) => sum + entry.addedLines + entry.removedLines, 0);
  const found: Rejection[] = [];
  if (diff.length > limits.maxFilesChanged) {
    found.push({
      code: 'TOO_MANY_FILES',
      sentence: `The change touches ${diff.length} files and may touch ${limits.maxFilesChanged}; change fewer.`,
    });
  }
  if (lines > limits.maxLinesChanged) {
    found.push({
      code: 'TOO_MANY_LINES',
      sentence: `The change adds and removes ${lines} lines and may do so with ${limits.maxLinesChanged}; change fewer.`,
    });
  }
  return found;
}
