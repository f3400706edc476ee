import { shortened } from '#base/plain-text.ts';

/** Breaks a line at a width, between words where there are any; what it begins with stays. */
export function wrap(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = /^ */.exec(text)?.[0] ?? '';
  let empty = true;
  for (const word of text.trim().split(/ +/)) {
    if (!empty && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else {
      line = empty ? line + word : `${line} ${word}`;
    }
    empty = false;
  }
  return [...lines, line];
}

const mostLines = 8;
const longest = 2_000;

/** The lines of a message as far as a reader of a terminal wants them; the other formats hold all of it. */
export function messageLines(text: string, width: number): readonly string[] {
  const lines = shortened(text, longest)
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line !== '')
    .flatMap((line) => wrap(line, width));
  if (lines.length === 0) return ['(no message)'];
  const more = lines.length - mostLines;
  return more > 0 ? [...lines.slice(0, mostLines), `… ${more} more lines`] : lines;
}
