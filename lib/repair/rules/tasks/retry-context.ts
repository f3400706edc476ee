import type { Attempt } from '#model/attempt.ts';
import { shortened } from '#base/plain-text.ts';

/** Why the attempts at a task failed, oldest first; where that is too much, what is oldest is left out. */
export function retryContext(attempts: readonly Attempt[]): readonly string[] {
  const all = attempts
    .filter(({ status }) => status === 'failed')
    .toSorted((a, b) => a.attemptNo - b.attemptNo)
    .flatMap((attempt) => explainFailure(attempt));
  const kept: string[] = [];
  let length = 0;
  for (const sentence of all.toReversed()) {
    length += sentence.length;
    if (length > longest) break;
    kept.push(sentence);
  }
  return kept.toReversed();
}

/** A prompt holds about as much of it. */
const longest = 9_000;
const longestSentence = 1_000;

function explainFailure({ attemptNo, verdict, reason }: Attempt): readonly string[] {
  const reasons = verdict?.kind === 'rejected' ? verdict.reasons : [];
  const sentences = reasons.map(({ sentence }) => sentence);
  const told = sentences.length > 0 ? sentences : [reason ?? 'It failed without a reason.'];
  return [...new Set(told)].map(
    (sentence) => `Attempt ${attemptNo}: ${shortened(sentence, longestSentence)}`,
  );
}
