import { describe, expect, it } from 'vitest';
import type { FailureReason } from '#repair/rules/answer/answer.ts';
import { exitFailure, failedAnswer, stoppedFailure } from '#repair/rules/answer/failure.ts';
import type { ProcessEnd } from '#check/rules/outcome/run-facts.ts';

type Reasons = readonly [FailureReason | undefined, FailureReason | undefined];

/** For each way to end: why it was stopped, why it ended badly. */
const reasons: Record<ProcessEnd['kind'], readonly [ProcessEnd, Reasons]> = {
  exited: [{ kind: 'exited', code: 3 }, [undefined, 'crashed']],
  signalled: [{ kind: 'signalled', signal: 'SIGSEGV' }, [undefined, 'crashed']],
  'spawn-failed': [{ kind: 'spawn-failed', code: 'ENOENT', message: 'no' }, ['crashed', undefined]],
  'timed-out': [{ kind: 'timed-out', limit: 'idle', limitMs: 1 }, ['timed_out', undefined]],
  overflowed: [
    { kind: 'overflowed', stream: 'stdout', limitBytes: 1 },
    ['limit_reached', undefined],
  ],
  overgrown: [{ kind: 'overgrown', limitBytes: 1 }, ['limit_reached', undefined]],
  aborted: [{ kind: 'aborted' }, ['timed_out', undefined]],
};

describe('the end of an agent', () => {
  it.each(Object.entries(reasons))('%s', (_kind, [ending, expected]) => {
    expect([stoppedFailure(ending)?.reason, exitFailure(ending, '')?.reason]).toEqual(expected);
  });

  it('is no failure with exit code 0', () => {
    expect(exitFailure({ kind: 'exited', code: 0 }, 'warning')).toBeUndefined();
  });

  it('is told on one line, short, without credentials and control characters', () => {
    const said = `${'x\n'.repeat(1_000_000)}\u001B[31mtoken=abcdefgh12345 \u0007`;
    const { sentence } = failedAnswer('crashed', 'It failed.', said);
    expect(sentence).toMatch(/^It failed\. It said: …[x ]{200,}[^\p{Cc}]*\[masked\] \u{FFFD}$/u);
    expect(sentence).not.toContain('abcdefgh12345');
    expect(sentence.length).toBeLessThan(350);
  });

  it('shows no credential that is cut in two', () => {
    const token = `sk-${'a'.repeat(60)}`;
    for (let after = 5_900; after < 6_000; after += 7) {
      const { sentence } = failedAnswer('crashed', 'It failed.', `${token} ${' '.repeat(after)}`);
      expect(sentence).not.toContain('aaa');
    }
  });
});
