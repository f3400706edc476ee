import type { ProcessEnd } from '#check/rules/outcome/run-facts.ts';
import { oneLine } from '#base/plain-text.ts';
import { redactText } from '#base/redact.ts';
import type { UnusableAnswer, FailureReason } from './answer.ts';

/** A failure with its sentence; the end of what the program itself said follows, made safe to show. */
export function failedAnswer(reason: FailureReason, sentence: string, said = ''): UnusableAnswer {
  const words = excerptEnd(said);
  const isSilent = words === '';
  return {
    kind: 'failed',
    reason,
    sentence: isSilent ? sentence : `${sentence} It said: ${words}`,
  };
}

const longest = 300;
const most = 20 * longest;

function excerptEnd(said: string): string {
  // Only so much is cleaned as matters, for output may be as large as its cap. The first word of what is left may be
  // half a credential.
  const end = said.length <= most ? said : said.slice(-most).replace(/^\S+/, '');
  const clean = oneLine(redactText(end));
  return clean.length <= longest ? clean : `…${clean.slice(1 - longest)}`.toWellFormed();
}

/** The failure of an agent that did not come to an end of its own. */
export function stoppedFailure(ending: ProcessEnd): UnusableAnswer | undefined {
  switch (ending.kind) {
    case 'exited':
    case 'signalled':
      return undefined;
    case 'timed-out':
      return failedAnswer('timed_out', 'The agent took too long and was stopped.');
    case 'aborted':
      return failedAnswer('timed_out', 'The agent was stopped before it was done.');
    case 'overflowed':
      return failedAnswer(
        'limit_reached',
        'The agent wrote more output than is allowed and was stopped.',
      );
    case 'overgrown':
      return failedAnswer(
        'limit_reached',
        'The agent filled more disk than is allowed and was stopped.',
      );
    case 'spawn-failed':
      return failedAnswer('crashed', 'The agent could not be started.', ending.message);
  }
}

/** The failure of an agent that ended by itself, but badly. */
export function exitFailure(ending: ProcessEnd, stderr: string): UnusableAnswer | undefined {
  if (ending.kind === 'signalled') {
    return failedAnswer('crashed', `The agent was ended by the signal ${ending.signal}.`, stderr);
  }
  if (ending.kind !== 'exited' || ending.code === 0) return undefined;
  return failedAnswer('crashed', `The agent ended with exit code ${ending.code}.`, stderr);
}
