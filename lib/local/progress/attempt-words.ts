import type { AttemptResult } from '#model/attempt.ts';
import { oneLine, shortened } from '#base/plain-text.ts';
import { redactText } from '#base/redact.ts';
import { dollars } from '#base/words.ts';
import type { AttemptAt } from '#repair/needs/session-progress.ts';

const longestTitle = 60;
const longestReason = 200;

/** The task as it may be shown: its title holds text of the repository. */
export function shortTitle({ title }: Pick<AttemptAt['task'], 'title'>): string {
  return shortened(oneLine(redactText(title)), longestTitle);
}

/** The attempt on one line. */
export function nameAttempt({ task, attemptNo, agent }: AttemptAt): string {
  return `${shortTitle(task)} (attempt ${attemptNo}, ${oneLine(agent)})`;
}

/** How an attempt ended, in a few words. */
export function describeAttempt({
  outcome,
  reason,
  verdict,
  cost,
}: Pick<AttemptResult, 'outcome' | 'reason' | 'verdict' | 'cost'>): string {
  const paid = cost === undefined || cost.usd === 0 ? '' : `, ${dollars(cost.usd)}`;
  if (outcome === 'succeeded') return `accepted${paid}`;
  const word = outcome === 'blocked' ? 'needs a person' : outcome;
  if (verdict?.kind === 'rejected' && outcome === 'failed') {
    const codes = [...new Set(verdict.reasons.map(({ code }) => code))];
    return `rejected, ${codes.join(', ')}${paid}`;
  }
  const why = reason === undefined ? '' : `: ${oneLine(redactText(reason))}`;
  return `${shortened(`${word}${why}`, longestReason)}${paid}`;
}
