import type { DiffEntry, EntryMode } from './diff.ts';
import { rejectPath } from './rejection.ts';
import type { Rejection } from './rejection.ts';

/** The executable bit of a file that exists stays as it is. */
export function judgeModes(diff: readonly DiffEntry[]): readonly Rejection[] {
  return diff
    .filter(
      ({ oldMode, newMode }) => isRegular(oldMode) && isRegular(newMode) && oldMode !== newMode,
    )
    .map(({ path, newMode }) =>
      rejectPath('MODE_CHANGED', path, (shown) =>
        newMode === '100755'
          ? `${shown} became executable; keep its mode 100644.`
          : `${shown} is no longer executable; keep its mode 100755.`,
      ),
    );
}

function isRegular(mode: EntryMode | null): boolean {
  return mode === '100644' || mode === '100755';
}
