import { touchedPaths } from './diff.ts';
import type { DiffEntry } from './diff.ts';
import { foldPath, mayBeShortName } from '#base/fold-path.ts';
import { rejectPath } from './rejection.ts';
import type { Rejection } from './rejection.ts';

/** A repository inside the repository is never an agent's to add, move or drop. */
export function judgeGitlinks(diff: readonly DiffEntry[]): readonly Rejection[] {
  return diff
    .filter((entry) => entry.oldMode === '160000' || entry.newMode === '160000' || isList(entry))
    .map(({ path }) =>
      rejectPath(
        'GITLINK',
        path,
        (shown) =>
          `${shown} changes which other repository is part of this one; leave it as it is.`,
      ),
    );
}

function isList(entry: DiffEntry): boolean {
  return touchedPaths(entry).some((path) => {
    const name = foldPath(path).split('/').at(-1) ?? '';
    return name === '.gitmodules' || mayBeShortName(name, '.gitmodules');
  });
}
