import { redactText } from './redact.ts';

const longest = 4000;

/** The last lines of what a tool wrote, at most 4000 characters, safe to show anywhere. */
export function excerptOutput(text: string): string {
  // Only so much is cleaned as can still matter: output may be as large as its cap.
  const end = lastLines(text, longest * 8);
  const clean = withoutEscapes(end)
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '\u{FFFD}');
  return lastLines(redactText(clean), longest);
}

/** Of what a test printed, this much stands before how it failed. */
const longestBefore = 1500;

/** How a test failed, after the end of what it printed. */
export function excerptFailure(text: string, printed: string): string {
  const [said, before] = [text.trimEnd(), lastLines(printed.trim(), longestBefore)];
  return [before, said].filter((part) => part.trim() !== '').join('\n\n');
}

/** Whole lines, unless the last alone is longer than allowed. */
function lastLines(text: string, most: number): string {
  if (text.length <= most) return text;
  // With the character before it, which may be the end of a line.
  const end = text.slice(-most - 1);
  const start = end.indexOf('\n') + 1;
  const isWhole = start > 0 && start < end.length;
  return isWhole ? end.slice(start) : end.slice(1).replace(/^[\uDC00-\uDFFF]/, '');
}

/** Takes out colours, cursor moves, titles and links. */
export function withoutEscapes(text: string): string {
  return text.replace(escapes, '');
}

const esc = String.fromCodePoint(0x1b);
const bell = String.fromCodePoint(0x07);

const escapes = new RegExp(
  [
    String.raw`${esc}\[[0-?]*[ -\/]*[@-~]`,
    String.raw`${esc}\][^${bell}${esc}\n]*(?:${bell}|${esc}\\)`,
    String.raw`${esc}[ -\/]*[0-Z\\^-~]`,
  ].join('|'),
  'g',
);
