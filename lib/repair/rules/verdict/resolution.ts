import { type DiffEntry, isFileAfterwards, touchedPaths } from './diff.ts';
import { type Rejection, rejectPath } from './rejection.ts';

/** A conflict is resolved in its own files, in all of them, and nowhere else; the diff begins at the tree with the markers. */
export function judgeResolution(
  diff: readonly DiffEntry[],
  conflicted: readonly string[],
): readonly Rejection[] {
  const changes = new Map(diff.map((entry) => [entry.path, entry]));
  const lost = new Set(diff.flatMap((entry) => touchedPaths(entry)));
  const unresolved = conflicted.filter((path) => {
    const entry = changes.get(path);
    // A file that was moved away is one that was resolved by taking it away.
    return entry === undefined ? !lost.has(path) : isFileAfterwards(entry) && hasConflict(entry);
  });
  const wanted = new Set(conflicted);
  const outside = diff.flatMap((entry) => touchedPaths(entry).filter((path) => !wanted.has(path)));
  return [
    ...unresolved.map((path) => rejectPath('UNRESOLVED', path, sayUnresolved)),
    ...outside.map((path) => rejectPath('OUTSIDE_CONFLICT', path, sayOutside)),
  ];
}

function sayUnresolved(shown: string): string {
  return `${shown} still has a merge conflict; decide what it must hold and take out all markers.`;
}

function sayOutside(shown: string): string {
  return `${shown} has no conflict; leave it as the merge made it.`;
}

function hasConflict({ oldText = '', newText }: DiffEntry): boolean {
  if (newText === undefined) return true;
  const lines = splitIntoLines(newText);
  if (lines.some((line) => marker.test(line))) return true;
  // Such a row may also be a heading; only as many as there were besides the conflicts can be one.
  const before = splitIntoLines(oldText);
  const conflicts = before.filter((line) => opening.test(line)).length;
  return countRows(lines) > Math.max(0, countRows(before) - conflicts);
}

// Inside what two histories have in common there may be conflicts of their own, with longer markers.
const marker = /^(?:(?:<{7}|>{7}|\|{7})(?: |$)|[<>|]{8,} Temporary merge branch )/;
const opening = /^<{7}(?: |$)/;

function countRows(lines: readonly string[]): number {
  return lines.filter((line) => line === '=======').length;
}

function splitIntoLines(text: string): readonly string[] {
  return text.split(/\r\n|\n|\r/);
}
