import { redactText } from '#base/redact.ts';
import { plainText, shortened, oneLine } from '#base/plain-text.ts';
import { sentenceText } from '#base/markdown-text.ts';

// No shape of a credential is searched for in more of a text than this.
const mostRead = 20_000;

/** Text of a repository, a tool or an agent that is safe to store in a report: masked, plain and not too long. */
export function safeText(text: string, most = 1_000): string {
  return shortened(redactText(plainText(text.slice(0, mostRead))), most);
}

/** Words from outside for a line of a table: masked, plain and not too long. */
export function safeLine(text: string, most = 500): string {
  return oneLine(safeText(text, most));
}

/** Words from outside in a comment of ours: masked, on one line, and nothing in them is markup, a link or a mention. */
export function quoteInComment(text: string): string {
  return sentenceText(safeText(text));
}
