import type { ProcessEnd } from './run-facts.ts';
import type { Untrusted } from './verdict.ts';
import { toolFailure } from './verdict.ts';

export type UnfinishedEnd = Exclude<ProcessEnd, { kind: 'exited' }>;

/** A process that did not exit by itself gave no answer, whatever it wrote before. */
export function judgeUnfinished(ending: UnfinishedEnd): Untrusted {
  switch (ending.kind) {
    case 'spawn-failed':
      return toolFailure(
        ending.code === 'ENOENT' ? 'TOOL_NOT_FOUND' : 'LAUNCH_FAILED',
        `${ending.message.trim() || `It did not start (${ending.code}).`} ${launchRemedy(ending.code)}`,
      );
    case 'signalled':
      return toolFailure(
        'CRASHED',
        `It was ended by ${ending.signal}; run it alone to see why, and give it more memory if it was killed.`,
      );
    case 'timed-out':
      return toolFailure('TIMEOUT', describeTimeout(ending));
    case 'overflowed':
      return toolFailure(
        'OUTPUT_OVERFLOW',
        `It wrote more than ${ending.limitBytes} bytes to ${ending.stream}; narrow its scope or raise the limit.`,
      );
    case 'overgrown':
      return toolFailure(
        'CRASHED',
        `Its folders took more than ${ending.limitBytes} bytes; see what it writes there, or raise the limit.`,
      );
    case 'aborted':
      return toolFailure(
        'CRASHED',
        'It was stopped from outside before it had ended; run it again.',
      );
  }
}

function launchRemedy(code: string): string {
  return code === 'ENOTDIR'
    ? 'Make the folder or correct the configured root.'
    : 'Install it or correct its command.';
}

function describeTimeout({
  limit,
  limitMs,
}: Extract<UnfinishedEnd, { kind: 'timed-out' }>): string {
  return limit === 'wall'
    ? `It was not done after ${limitMs} ms; narrow its scope or raise the limit.`
    : `It wrote nothing for ${limitMs} ms; see whether it waits for input, or raise the limit.`;
}
