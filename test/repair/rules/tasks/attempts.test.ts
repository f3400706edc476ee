import { describe, expect, it } from 'vitest';
import { completeAttempt, presumedStart, settleAttempts } from '#repair/rules/tasks/attempts.ts';
import {
  anAttempt,
  anAttemptResult,
  anAttemptStart,
  aRunningTask,
  aTask,
  t0,
} from '../../../support/samples.ts';

const settled = { ...anAttempt(), status: 'failed', reason: 'worker worker-1 vanished' };

describe('completedAttempt', () => {
  it.each([
    ['succeeded', 'succeeded'],
    ['failed', 'failed'],
    ['blocked', 'failed'],
  ] as const)('of a result that %s', (outcome, status) => {
    const result = anAttemptResult({ outcome, reason: 'as the tests say', agentExitCode: 3 });
    expect(completeAttempt(anAttemptStart(), result)).toEqual(
      anAttempt({
        status,
        reason: 'as the tests say',
        agentExitCode: 3,
        finishedAt: result.finishedAt,
        summary: result.summary,
        artifacts: result.artifacts,
      }),
    );
  });
});

describe('presumedStart', () => {
  it('takes worker and time from the claim', () => {
    const claimedAt = t0 + 500;
    expect(presumedStart(aRunningTask({ updatedAt: claimedAt }), 1)).toEqual(
      anAttemptStart({ agentName: 'unknown', startedAt: claimedAt }),
    );
  });

  it('presumes nothing of a task that nobody holds', () => {
    expect(presumedStart(aTask(), 1)).toBeUndefined();
  });
});

describe('settleAttempts', () => {
  it('leaves an attempt under way whose worker holds the lease', () => {
    expect(settleAttempts([anAttempt()], [aRunningTask()])).toEqual([anAttempt()]);
  });

  it.each([
    ['the task was claimed by another', aRunningTask({ attemptNo: 2, lease: leaseOf(2) })],
    ['the task waits again', aTask({ attemptNo: 1, leaseLosses: 1 })],
    ['the task was given up', aTask({ attemptNo: 1, status: 'abandoned' })],
  ])('calls it failed when %s', (_, task) => {
    expect(settleAttempts([anAttempt()], [task])).toEqual([settled]);
  });

  it('calls it failed when the task is unknown', () => {
    expect(settleAttempts([anAttempt()], [])).toEqual([settled]);
  });

  it('keeps what is known of attempts that ended', () => {
    const ended = [
      anAttempt({ status: 'succeeded', finishedAt: t0 }),
      anAttempt({ attemptNo: 2, status: 'failed', reason: 'two tests still fail' }),
    ];
    expect(settleAttempts(ended, [aTask({ status: 'abandoned' })])).toEqual(ended);
  });

  it('looks at the task that the attempt belongs to', () => {
    const attempts = [anAttempt(), anAttempt({ taskId: 'task-2' })];
    const tasks = [aTask({ attemptNo: 1 }), aRunningTask({ id: 'task-2' })];
    expect(settleAttempts(attempts, tasks).map(({ status }) => status)).toEqual([
      'failed',
      'running',
    ]);
  });
});

function leaseOf(fence: number) {
  return { worker: 'worker-2', until: t0 + 60_000, fence, token: 'token-2' };
}
