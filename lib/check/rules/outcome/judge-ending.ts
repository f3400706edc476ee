import type { ProcessEnd } from './run-facts.ts';
import type { Untrusted } from './verdict.ts';
import { failure } from './verdict.ts';

export type Cut = Exclude<ProcessEnd, { kind: 'exited' }>;

/** A process that did not exit by itself gave no answer, whatever it wrote before. */
export function judgeCut(ending: Cut): Untrusted {
  switch (ending.kind) {
    case 'spawn-failed':
      return failure(
        ending.code === 'ENOENT' ? 'TOOL_NOT_FOUND' : 'LAUNCH_FAILED',
        `${ending.message.trim() || `It did not start (${ending.code}).`} ${remedyOf(ending.code)}`,
      );
    case 'signalled':
      return failure(
        'CRASHED',
        `It was ended by ${ending.signal}; run it alone to see why, and give it more memory if it was killed.`,
      );
    case 'timed-out':
      return failure('TIMEOUT', timeOut(ending));
    case 'overflowed':
      return failure(
        'OUTPUT_OVERFLOW',
        `It wrote more than ${ending.limitBytes} bytes to ${ending.stream}; narrow its scope or raise the limit.`,
      );
    case 'overgrown':
      return failure(
        'CRASHED',
        `Its folders took more than ${ending.limitBytes} bytes; see what it writes there, or raise the limit.`,
      );
    case 'aborted':
      return failure('CRASHED', 'It was stopped from outside before it had ended; run it again.');
  }
}

function remedyOf(code: string): string {
  return code === 'ENOTDIR'
    ? 'Make the folder or correct the configured root.'
    : 'Install it or correct its command.';
}

function timeOut({ limit, limitMs }: Extract<Cut, { kind: 'timed-out' }>): string {
  return limit === 'wall'
    ? `It was not done after ${limitMs} ms; narrow its scope or raise the limit.`
    : `It wrote nothing for ${limitMs} ms; see whether it waits for input, or raise the limit.`;
}
