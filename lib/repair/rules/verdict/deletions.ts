import { lostPath, newPath } from './diff.ts';
import type { DiffEntry } from './diff.ts';
import { inAnyForm } from '#base/glob.ts';
import { rejectPath } from './rejection.ts';
import type { Rejection } from './rejection.ts';
import type { DiffRules } from './rules.ts';

/** Nothing may vanish where deleting is forbidden; a rename that stays there is no loss. */
export function judgeDeletions(
  diff: readonly DiffEntry[],
  { limits }: DiffRules,
): readonly Rejection[] {
  const keeps = inAnyForm(limits.forbidDeletePaths);
  return diff.flatMap((entry) => {
    const lost = lostPath(entry);
    if (lost === undefined || !keeps(lost)) return [];
    const made = newPath(entry);
    if (made !== undefined && keeps(made)) return [];
    return [
      rejectPath(
        'FORBIDDEN_DELETION',
        lost,
        (shown) => `${shown} is gone from where nothing may be deleted; keep it.`,
      ),
    ];
  });
}
