import { describe, expect, it } from 'vitest';
import { withStatus } from '#repair/rules/tasks/status-change.ts';
import { aRunningTask, aTask, t0 } from '../../../support/samples.ts';

const later = t0 + 9_000;

describe('withStatus', () => {
  it.each(['succeeded', 'blocked', 'abandoned'] as const)('ends a running task as %s', (to) => {
    expect(withStatus(aRunningTask(), { to, reason: 'the operator said so' }, later)).toEqual(
      aTask({
        status: to,
        statusReason: 'the operator said so',
        attemptNo: 1,
        rev: 3,
        updatedAt: later,
      }),
    );
  });

  it('ends a pause together with the task', () => {
    const paused = aTask({ notBefore: later + 60_000 });
    const ended = withStatus(paused, { to: 'abandoned', reason: 'no longer needed' }, later);
    expect(ended).not.toHaveProperty('notBefore');
  });

  it('sends a blocked task back with the answer it waited for', () => {
    const blocked = aTask({ status: 'blocked', attemptNo: 1, statusReason: 'which price?' });
    expect(withStatus(blocked, { to: 'queued', reason: 'the net price' }, later)).toEqual(
      aTask({ statusReason: 'the net price', attemptNo: 1, rev: 2, updatedAt: later }),
    );
  });

  it('takes a running task from its worker', () => {
    const back = withStatus(aRunningTask(), { to: 'queued', reason: 'the worker hangs' }, later);
    expect(back).toMatchObject({ status: 'queued', attemptNo: 1 });
    expect(back).not.toHaveProperty('lease');
  });
});
