import { inExactForm } from '#base/glob.ts';
import { nameFirst } from '#base/words.ts';
import { findExecutor } from '#check/rules/judging/executing-files.ts';
import { findExecutedParts } from '#check/rules/judging/executing-parts.ts';
import { type DiffEntry, touchedPaths } from './diff.ts';
import { type Rejection, shownText } from './rejection.ts';
import type { DiffLimits } from './rules.ts';

/** One changed path of which more is executed than tests: by what, and what of it where that is not all. */
interface ExecutedChange {
  readonly path: string;
  readonly by: string;
  readonly names: readonly string[];
}

/** The texts of a changed file; one that is not there is ''. */
export type TextsOf = (entry: DiffEntry) => {
  readonly before: readonly string[];
  readonly after: string;
};

/** What a push of this change sets off beyond its checks is for a person to allow: told, and not pushed unasked. */
export function judgeExecuting(
  diff: readonly DiffEntry[],
  limits: Pick<DiffLimits, 'executingPaths'>,
  textsOf: TextsOf = ownTexts,
): readonly Rejection[] {
  const changes = listExecuted(diff, limits, textsOf);
  if (changes.length === 0) return [];
  const told = changes.map(({ path, by, names }) => {
    const which = names.length === 0 ? '' : ` (${nameFirst(names.map(shownText), 3)})`;
    return `${shownText(path)}${which}, which ${by} executes or obeys`;
  });
  const sentence = `It changes what is executed elsewhere once it is pushed: ${nameFirst(told, 5)}; a person decides whether that is right, or limits.executingPaths names it.`;
  return [{ code: 'EXECUTES_ELSEWHERE', sentence }];
}

function ownTexts({ oldText, newText, newMode }: DiffEntry): ReturnType<TextsOf> {
  return { before: [oldText ?? ''], after: newMode === null ? '' : (newText ?? '') };
}

function listExecuted(
  diff: readonly DiffEntry[],
  { executingPaths }: Pick<DiffLimits, 'executingPaths'>,
  textsOf: TextsOf,
): readonly ExecutedChange[] {
  const isPermitted = inExactForm(executingPaths);
  return diff.flatMap((entry) => {
    const paths = touchedPaths(entry).filter((path) => !isPermitted(path));
    const whole = paths.flatMap((path) => {
      const by = findExecutor(path)?.by;
      return by === undefined ? [] : [{ path, by, names: [] }];
    });
    if (whole.length > 0 || !paths.includes(entry.path)) return whole;
    const { before, after } = textsOf(entry);
    const parts = findExecutedParts(entry.path, before, after);
    return parts === undefined ? [] : [{ path: entry.path, ...parts }];
  });
}
