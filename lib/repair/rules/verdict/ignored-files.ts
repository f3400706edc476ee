import { type DiffEntry, newPath } from './diff.ts';
import { inExactForm } from '#base/glob.ts';
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
    const [, folder] = /^((?:.*\/)?)\.(?:git)?ignore$/.exec(entry.path) ?? [];
    if (folder === undefined) return [];
    const added = lineChanges(entry).added.flatMap((line) => globsOf(line, folder));
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

/** Without a slash in front or in between, a pattern is for every folder below. */
function globsOf(line: string, folder: string): readonly string[] {
  const pattern = line.trim();
  if (pattern === '' || /^[#!]/.test(pattern)) return [];
  const plain = pattern
    .replace(/\/$/, '')
    .replaceAll(/\[[^\]]*\]/g, '?')
    .replaceAll(/[\\{}]/g, '?');
  const glob = plain.includes('/') ? plain.replace(/^\//, '') : `**/${plain}`;
  return [`${folder}${glob}`, `${folder}${glob}/**`];
}
