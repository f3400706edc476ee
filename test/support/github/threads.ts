import type { GitStore } from './git-store.ts';
import { treeOf } from './merges.ts';
import type { Pull, ReviewThread } from './model.ts';
import { entryAt } from './trees.ts';

/** Moves the threads of a pull request to where their lines stand at its head now. */
export function followLines(pull: Pull): void {
  for (const thread of pull.threads) {
    if (!thread.outdated) followLine(pull, thread);
  }
}

/** Lines of a file at a commit; none where there is no such file. */
export function linesAt(git: GitStore, sha: string, path: string): readonly string[] {
  const entry = entryAt(git, treeOf(git, sha), path);
  return entry ? (git.blob(entry.sha)?.toString('utf8').split('\n') ?? []) : [];
}

/** The lines around one line, as a diff would show them had they been added. */
export function hunkAround(lines: readonly string[], line: number): string {
  const from = Math.max(0, line - 4);
  const shown = lines.slice(from, line);
  return [`@@ -0,0 +${from + 1},${shown.length} @@`, ...shown.map((text) => `+${text}`)].join('\n');
}

// The nearest equal line is the same one; where there is none, the thread is outdated.
function followLine(pull: Pull, thread: ReviewThread): void {
  const { git } = pull.repository;
  const text = linesAt(git, thread.originalCommit, thread.path)[thread.originalLine - 1];
  const from = thread.line ?? thread.originalLine;
  const [nearest] = linesAt(git, pull.headSha, thread.path)
    .map((other, index) => ({ line: index + 1, same: other === text }))
    .filter(({ same }) => same)
    .toSorted((one, other) => Math.abs(one.line - from) - Math.abs(other.line - from));
  thread.outdated = nearest === undefined;
  thread.line = nearest?.line;
}
