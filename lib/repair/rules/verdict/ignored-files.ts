import { type DiffEntry, newPath } from './diff.ts';
import { inExactForm } from '#base/glob.ts';
import { folderOfIgnoreList, globsOfIgnored } from '#check/rules/judging/ignore-lists.ts';
import { lineChanges } from './line-changes.ts';
import { rejectPath, shownText } from './rejection.ts';
import type { Rejection } from './rejection.ts';
import type { DiffRules } from './rules.ts';

/** No file that is there, or comes with the change, may be kept from the engines by a list of what git ignores: many of them go by it, too. */
export function judgeIgnored(
  diff: readonly DiffEntry[],
  { existingPaths, engines }: DiffRules,
): readonly Rejection[] {
  const made = diff.flatMap((entry) => newPath(entry) ?? []);
  const there = [...existingPaths, ...made];
  return diff.flatMap((entry) => {
    const folder = folderOfIgnoreList(entry.path);
    if (folder === undefined) return [];
    const added = lineChanges(entry).added.flatMap((line) => globsOfIgnored(line, folder));
    const isIgnored = inExactForm(added);
    const hidden = there.find(
      (path) => isIgnored(path) && engines.some(({ judges }) => judges.test(path)),
    );
    if (hidden === undefined) return [];
    return rejectPath(
      'CHECK_DISABLED',
      entry.path,
      (shown) => `${shown} leaves out ${shownText(hidden)}, which is judged; leave it in.`,
    );
  });
}
