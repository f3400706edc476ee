import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { task, type TaskStatus, taskStatus } from '#model/task.ts';
import * as lifecycle from '#repair/rules/tasks/lifecycle.ts';
import { aNewTask, anAttemptResult, aRunningTask, aTask, t0 } from '../../../support/samples.ts';

const later = t0 + 30_000;
const retryPolicy = aNewTask().retryPolicy;

const finality: Record<TaskStatus, boolean> = {
  queued: false,
  running: false,
  succeeded: true,
  blocked: true,
  abandoned: true,
};

describe('isFinal', () => {
  it.each(taskStatus.options)('of %s', (status) => {
    expect(lifecycle.isFinal(status)).toBe(finality[status]);
  });
});

describe('planned', () => {
  it('makes a queued task that nobody has tried', () => {
    const planned = lifecycle.newQueuedTask(aNewTask(), later);
    expect(planned).toEqual(aTask({ createdAt: later, updatedAt: later }));
  });
});

describe('holdsLease', () => {
  it.each([
    ['the fence of the live lease', aRunningTask(), 1, true],
    ['an older fence', aRunningTask({ attemptNo: 2 }), 2, false],
    ['a newer fence', aRunningTask(), 2, false],
    ['a task that ended', aTask({ status: 'succeeded', attemptNo: 1 }), 1, false],
    ['a task that waits again', aTask({ attemptNo: 1 }), 1, false],
  ])('%s', (_, held, fence, expected) => {
    expect(lifecycle.holdsLease(held, fence)).toBe(expected);
  });
});

describe('afterAttempt', () => {
  const result = anAttemptResult({ finishedAt: later });

  it('ends a task that succeeded and drops its lease', () => {
    expect(lifecycle.afterAttempt(aRunningTask(), result)).toEqual(
      aTask({ status: 'succeeded', attemptNo: 1, rev: 3, updatedAt: later }),
    );
  });

  it('keeps a blocked task for a person, with the reason', () => {
    const blocked = anAttemptResult({ outcome: 'blocked', reason: 'which price is right?' });
    expect(lifecycle.afterAttempt(aRunningTask(), blocked)).toMatchObject({
      status: 'blocked',
      statusReason: 'which price is right?',
      failures: 0,
    });
  });

  it('sends an interrupted task back at once, and nobody has failed', () => {
    const cut = { ...result, outcome: 'interrupted', reason: 'it was interrupted' } as const;
    expect(lifecycle.afterAttempt(aRunningTask({ failures: 2 }), cut)).toEqual(
      aTask({
        attemptNo: 1,
        failures: 2,
        rev: 3,
        statusReason: 'it was interrupted',
        updatedAt: later,
      }),
    );
  });

  it('sends a failed task back, after a pause', () => {
    const failed = { ...result, outcome: 'failed', reason: 'two tests still fail' } as const;
    expect(lifecycle.afterAttempt(aRunningTask(), failed)).toEqual(
      aTask({
        attemptNo: 1,
        failures: 1,
        rev: 3,
        statusReason: 'two tests still fail',
        notBefore: later + 1_000,
        updatedAt: later,
      }),
    );
  });

  it('gives up after the last attempt, and says so', () => {
    const failed = { ...result, outcome: 'failed' } as const;
    const last = lifecycle.afterAttempt(aRunningTask({ failures: 2 }), failed);
    expect(last).toMatchObject({
      status: 'abandoned',
      failures: 3,
      statusReason: 'the attempt failed (attempt 3 was the last)',
    });
    expect(last).not.toHaveProperty('lease');
    expect(last).not.toHaveProperty('notBefore');
  });

  it('waits longer after each failure, up to the longest pause', () => {
    const patient = { ...retryPolicy, maxAttempts: 100 };
    const pauses = [0, 1, 2, 3, 4, 90].map((failures) => {
      const running = aRunningTask({ failures, retryPolicy: patient });
      const next = lifecycle.afterAttempt(running, { ...result, outcome: 'failed' });
      return (next.notBefore ?? 0) - later;
    });
    expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000, 10_000, 10_000]);
  });

  it('makes a valid task of any result under any policy', () => {
    const policies = fc.record({
      maxAttempts: fc.integer({ min: 1, max: 2_000 }),
      maxLeaseLosses: fc.integer({ min: 1, max: 5 }),
      backoff: fc.record({
        initialMs: fc.oneof(fc.nat({ max: 86_400_000 }), fc.constant(0)),
        factor: fc.oneof(fc.double({ min: 1, max: 1e300, noNaN: true }), fc.constant(1e300)),
        maxMs: fc.nat({ max: 86_400_000 }),
      }),
    });
    const outcomes = fc.constantFrom('succeeded', 'failed', 'blocked', 'interrupted');
    fc.assert(
      fc.property(policies, fc.nat({ max: 1_999 }), outcomes, (policy, failures, outcome) => {
        const running = aRunningTask({ failures, retryPolicy: policy });
        const next = lifecycle.afterAttempt(running, { ...result, outcome });
        expect(task.safeParse(next).error).toBeUndefined();
        expect((next.notBefore ?? later) - later).toBeLessThanOrEqual(policy.backoff.maxMs);
      }),
    );
  });
});

describe('afterLeaseLoss', () => {
  it('sends the task back at once and names the worker', () => {
    expect(lifecycle.afterLeaseLoss(aRunningTask(), later)).toEqual(
      aTask({
        attemptNo: 1,
        leaseLosses: 1,
        rev: 3,
        statusReason: 'worker worker-1 vanished',
        updatedAt: later,
      }),
    );
  });

  it('gives up a task that took too many workers with it', () => {
    const lost = lifecycle.afterLeaseLoss(aRunningTask({ leaseLosses: 2 }), later);
    expect(lost).toMatchObject({
      status: 'abandoned',
      leaseLosses: 3,
      failures: 0,
      statusReason: 'worker worker-1 vanished, 3 times by now',
    });
    expect(lost).not.toHaveProperty('lease');
  });
});

describe('offeredAgain', () => {
  it('changes nothing but the revision', () => {
    const waiting = aTask({ rev: 3, notBefore: t0 + 5 });
    expect(lifecycle.offerTaskAgain(waiting, later)).toEqual({
      ...waiting,
      rev: 4,
      updatedAt: later,
    });
  });
});
