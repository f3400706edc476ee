import type { DiffEntry } from './diff.ts';
import { lineChanges, matchesAdded } from './line-changes.ts';
import { rejectPath } from './rejection.ts';
import type { Rejection, RejectionCode } from './rejection.ts';
import type { DiffRules, EngineRules } from './rules.ts';

/** No test may be skipped and no finding silenced by a comment, unless that is the task. */
export function judgeSilenced(
  diff: readonly DiffEntry[],
  { engines, request }: DiffRules,
): readonly Rejection[] {
  return engines.flatMap((engine) => {
    const permit = engine.scope === 'tests' ? 'skips' : 'suppressions';
    if (request.permits.includes(permit)) return [];
    const judged = diff.filter(({ path, oldPath }) => {
      return engine.judges.test(path) || (oldPath !== undefined && engine.judges.test(oldPath));
    });
    return engine.suppressions.flatMap((pattern) =>
      silencedBy(new RegExp(pattern), judged, engine),
    );
  });
}

function silencedBy(
  pattern: RegExp,
  diff: readonly DiffEntry[],
  { id, scope }: EngineRules,
): readonly Rejection[] {
  const counted = diff.map((entry) => ({ entry, more: matchesAdded(lineChanges(entry), pattern) }));
  // What moves to another file is not new.
  if (counted.reduce((sum, { more }) => sum + more, 0) <= 0) return [];
  const code: RejectionCode = scope === 'tests' ? 'TEST_SKIPPED' : 'SUPPRESSION_ADDED';
  const what = scope === 'tests' ? 'skips or singles out tests' : 'silences findings';
  return counted
    .filter(({ more }) => more > 0)
    .map(({ entry, more }) =>
      rejectPath(
        code,
        entry.path,
        (shown) => `${shown} ${what} of ${id} in ${more} more places; repair the cause instead.`,
      ),
    );
}
