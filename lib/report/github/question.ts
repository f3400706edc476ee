import { quoteInComment } from '../safe-text.ts';

/** A question is asked once; its digest tells it from others. */
export function questionMarker(digest: string): string {
  return `<!-- ratchetr:question ${digest.slice(0, 16)} -->`;
}

/** The comment that asks what a plan waits to be told. */
export function questionComment(question: string): string {
  return [
    '**A plan waits for an answer**',
    `> ${quoteInComment(question)}`,
    'A person who may write to this repository can answer in a comment: `/ratchet answer TEXT`. The work then continues.',
  ].join('\n\n');
}
