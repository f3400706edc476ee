import { describe, expect, it } from 'vitest';
import { retryContext } from '#repair/rules/tasks/agent-request.ts';
import { anAttempt } from '../../../support/samples.ts';

const rejected = (attemptNo: number, ...sentences: readonly string[]) =>
  anAttempt({
    attemptNo,
    status: 'failed',
    reason: 'rejected',
    verdict: {
      kind: 'rejected',
      reasons: sentences.map((sentence) => ({ code: 'COMMAND_FAILED', sentence })),
    },
  });

describe('what is told of earlier attempts', () => {
  it('is every reason against them, oldest first', () => {
    const vanished = anAttempt({ attemptNo: 2, status: 'failed', reason: 'worker w vanished' });
    const silent = anAttempt({ attemptNo: 3, status: 'failed' });
    expect(retryContext([silent, vanished, rejected(1, 'One.', 'Two.', 'One.')])).toEqual([
      'Attempt 1: One.',
      'Attempt 1: Two.',
      'Attempt 2: worker w vanished',
      'Attempt 3: It failed without a reason.',
    ]);
  });

  it('leaves out what is under way or was accepted', () => {
    const accepted = anAttempt({ status: 'succeeded', verdict: { kind: 'accepted' } });
    expect(retryContext([accepted, anAttempt({ attemptNo: 2 })])).toEqual([]);
  });

  it('keeps the newest where it is too much', () => {
    const many = Array.from({ length: 40 }, (_, index) => rejected(index + 1, 'x'.repeat(5_000)));
    const told = retryContext(many);
    expect(told.at(-1)).toMatch(/^Attempt 40: /);
    expect(told.length).toBeGreaterThan(5);
    expect(told.join('\n').length).toBeLessThan(10_000);
    expect(retryContext(many.toReversed())).toEqual(told);
  });
});
