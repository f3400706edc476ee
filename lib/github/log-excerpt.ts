import { plainText, shortened } from '#base/plain-text.ts';
import { redactText } from '#base/redact.ts';

/** More of the end of a log than this is not looked at. */
export const mostLogCharacters = 200_000;

/**
 * The telling parts of a log: the lines around its errors, and its end. Whatever a hostile program printed there,
 * terminal codes are gone and what looks like a credential is masked.
 */
export function excerptLog(log: string): string | undefined {
  const lines = redactText(plainText(keepLogEnd(log)))
    .split('\n')
    .map((line) => shortened(line.replace(timestamp, ''), longestLine));
  const isChosen = new Set([...aroundErrors(lines), ...atTheEnd(lines)]);
  const chosen = [...isChosen].toSorted((one, other) => one - other);
  const told = chosen.flatMap((index, place) => {
    const line = lines[index] ?? '';
    return index > (chosen[place - 1] ?? -1) + 1 ? ['...', line] : [line];
  });
  const text = told.join('\n').trim();
  return text === '' ? undefined : text;
}

const longestLine = 1_000;
const mostAroundErrors = 10_000;
const mostAtTheEnd = 10_000;
const linesBefore = 15;
const linesAfter = 5;

// Each line of a workflow's log begins with one.
const timestamp = /^\d{4}-\d\d-\d\dT[\d:.]{8,20}Z ?/;

// From a whole line: half a credential would not look like one.
function keepLogEnd(log: string): string {
  if (log.length <= mostLogCharacters) return log;
  const end = log.slice(-mostLogCharacters);
  return end.slice(end.indexOf('\n') + 1);
}

function aroundErrors(lines: readonly string[]): readonly number[] {
  const around = lines.flatMap((line, index) => {
    if (!line.startsWith('##[error]')) return [];
    const from = Math.max(0, index - linesBefore);
    return indexes(from, Math.min(lines.length, index + linesAfter + 1));
  });
  return withinSize(lines, [...new Set(around)], mostAroundErrors);
}

function atTheEnd(lines: readonly string[]): readonly number[] {
  return withinSize(lines, indexes(0, lines.length).toReversed(), mostAtTheEnd);
}

function indexes(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_none, index) => from + index);
}

function withinSize(lines: readonly string[], wanted: readonly number[], most: number): number[] {
  let size = 0;
  return wanted.filter((index) => {
    size += (lines[index]?.length ?? 0) + 1;
    return size <= most;
  });
}
