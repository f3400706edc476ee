import { sentenceText } from '#base/markdown-text.ts';
import { safeText } from '../run/safe-text.ts';

/** Words from outside in a comment of ours: masked, on one line, and nothing in them is markup, a link or a mention. */
export function quoteInComment(text: string): string {
  return sentenceText(safeText(text));
}
