import { isFileAfterwards } from './diff.ts';
import type { DiffEntry } from './diff.ts';

interface LineChanges {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

// A pattern may look at each letter of a line for each other one: so no line is endless.
export const longestLine = 5000;

/** The lines that a text has more often than before and less often; where they stand makes no difference. */
export function lineChanges(entry: DiffEntry): LineChanges {
  const known = remembered.get(entry);
  if (known !== undefined) return known;
  const changes = compareLines(entry);
  remembered.set(entry, changes);
  return changes;
}

// Many rules ask for the same entry, which never changes.
const remembered = new WeakMap<DiffEntry, LineChanges>();

function compareLines(entry: DiffEntry): LineChanges {
  const [before, after] = [
    splitAtAnyBreak(entry.oldText),
    splitAtAnyBreak(isFileAfterwards(entry) ? entry.newText : ''),
  ];
  return { added: subtractLines(after, before), removed: subtractLines(before, after) };
}

function splitAtAnyBreak(text: string | undefined): readonly string[] {
  return text === undefined || text === '' ? [] : text.split(/\r\n|[\n\r\u2028\u2029]/);
}

/** Those that the first have more often than the others. */
export function subtractLines(
  lines: readonly string[],
  others: readonly string[],
): readonly string[] {
  const left = new Map<string, number>();
  for (const line of others) left.set(line, (left.get(line) ?? 0) + 1);
  return lines.filter((line) => {
    const count = left.get(line) ?? 0;
    left.set(line, count - 1);
    return count <= 0;
  });
}

/** How many more matches of a pattern the changed lines have than before. */
export function matchesAdded({ added, removed }: LineChanges, pattern: RegExp): number {
  return countMatchesInLines(added, pattern) - countMatchesInLines(removed, pattern);
}

function countMatchesInLines(lines: readonly string[], pattern: RegExp): number {
  const every = new RegExp(pattern.source, withFlag(pattern.flags));
  return lines.reduce((sum, line) => {
    return line.length > longestLine ? sum : sum + (line.match(every)?.length ?? 0);
  }, 0);
}

function withFlag(flags: string): string {
  return flags.includes('g') ? flags : `${flags}g`;
}
