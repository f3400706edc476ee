import { foldersAbove } from '#base/folders-above.ts';
import { newPath } from './diff.ts';
import type { DiffEntry } from './diff.ts';
import { rejectPath } from './rejection.ts';
import type { Rejection } from './rejection.ts';
import type { DiffRules } from './rules.ts';

/** A folder stays a folder, a file a file and a link a link. */
export function judgeKinds(
  diff: readonly DiffEntry[],
  { existingPaths }: DiffRules,
): readonly Rejection[] {
  const files = new Set(existingPaths);
  const folders = new Set(existingPaths.flatMap((path) => foldersAbove(path)));
  return diff.flatMap((entry) => {
    if (
      entry.status === 'type-changed' ||
      isLinkMode(entry.oldMode) !== isLinkMode(entry.newMode)
    ) {
      if (entry.oldMode !== null && entry.newMode !== null) return [rejectKind(entry.path)];
    }
    const made = newPath(entry);
    if (made === undefined) return [];
    const wasFile = foldersAbove(made).find((folder) => files.has(folder));
    if (wasFile !== undefined) return [rejectKind(wasFile)];
    return folders.has(made) ? [rejectKind(made)] : [];
  });
}

function rejectKind(path: string): Rejection {
  return rejectPath(
    'KIND_CHANGED',
    path,
    (shown) => `${shown} changed between file, folder and link; keep what it was.`,
  );
}

function isLinkMode(mode: DiffEntry['newMode']): boolean {
  return mode === '120000';
}
