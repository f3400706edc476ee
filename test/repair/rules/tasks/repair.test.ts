import { describe, expect, it } from 'vitest';
import type { Task } from '#model/task.ts';
import { nextSweepAt, planRepairs, type SweepView } from '#repair/rules/tasks/repair.ts';
import { aRunningTask, aTask, t0, taskId } from '../../../support/samples.ts';

const graceMs = 5_000;
/** The lease of a running sample ends at this time. */
const leaseEnd = t0 + 60_000;

describe('planRepairs', () => {
  it('finds nothing in an empty run and in one that moves', () => {
    expect(planRepairs(view([]))).toEqual([]);
    const moving = [aRunningTask({ id: 'a' }), aTask({ id: 'b', dependsOn: ['a'] })];
    expect(planRepairs(view(moving))).toEqual([]);
  });

  it('leaves a lease alone until the grace is over', () => {
    const tasks = [aRunningTask()];
    expect(planRepairs(view(tasks, { now: leaseEnd + graceMs - 1 }))).toEqual([]);
    expect(planRepairs(view(tasks, { now: leaseEnd + graceMs }))).toHaveLength(1);
  });

  it('requeues and offers a task whose worker vanished', () => {
    const [repair, ...others] = planRepairs(view([aRunningTask({ rev: 7 })], { now: t0 * 2 }));
    expect(others).toEqual([]);
    expect(repair).toMatchObject({
      seenRev: 7,
      offer: true,
      next: { status: 'queued', leaseLosses: 1, rev: 8 },
    });
  });

  it('abandons a task that lost its last worker, and all that wait for it', () => {
    const tasks = [
      aTask({ id: 'c', dependsOn: ['b'] }),
      aTask({ id: 'b', dependsOn: ['a'] }),
      aRunningTask({ id: 'a', leaseLosses: 2 }),
    ];
    const repairs = planRepairs(view(tasks, { now: t0 * 2 }));
    expect(repairs.map(({ next, offer }) => [next.id, next.statusReason, offer])).toEqual([
      ['c', 'it depends on b, which is abandoned', false],
      ['b', 'it depends on a, which is abandoned', false],
      ['a', 'worker worker-1 vanished, 3 times by now', false],
    ]);
    expect(repairs.every(({ next }) => next.status === 'abandoned')).toBe(true);
  });

  it('offers a ready task that nobody offered, once', () => {
    const tasks = [
      aTask({ id: 'a', status: 'succeeded' }),
      aTask({ id: 'b', dependsOn: ['a'], rev: 3 }),
    ];
    const [repair] = planRepairs(view(tasks));
    expect(repair).toMatchObject({ seenRev: 3, offer: true, next: { id: 'b', rev: 4 } });
    expect(planRepairs(view(tasks, { offered: new Set([taskId('b')]) }))).toEqual([]);
  });

  it('abandons what waits for a task that is blocked', () => {
    const tasks = [aTask({ id: 'a', status: 'blocked' }), aTask({ id: 'b', dependsOn: ['a'] })];
    const [repair] = planRepairs(view(tasks));
    expect(repair?.next).toMatchObject({
      status: 'abandoned',
      statusReason: 'it depends on a, which is blocked',
    });
  });

  it('does not offer a task that lost its worker while a dependency was reopened', () => {
    const tasks = [aTask({ id: 'a' }), aRunningTask({ id: 'b', dependsOn: ['a'], rev: 4 })];
    const offered = new Set([taskId('a')]);
    const repairs = planRepairs(view(tasks, { now: t0 * 2, offered }));
    expect(repairs).toMatchObject([
      { seenRev: 4, offer: false, next: { id: 'b', status: 'queued', leaseLosses: 1, rev: 5 } },
    ]);
  });

  it('abandons in one step a task that lost its worker and its hope', () => {
    const lost = aTask({ id: 'a', status: 'abandoned' });
    const tasks = [lost, aRunningTask({ id: 'b', dependsOn: ['a'], rev: 4 })];
    expect(planRepairs(view(tasks, { now: t0 * 2 }))).toMatchObject([
      { seenRev: 4, offer: false, next: { id: 'b', status: 'abandoned', leaseLosses: 1, rev: 5 } },
    ]);
  });
});

describe('nextSweepAt', () => {
  it('knows no time when nothing runs out by itself', () => {
    const tasks = [aTask(), aTask({ status: 'succeeded' }), aTask({ status: 'blocked' })];
    expect(nextSweepAt({ tasks, now: t0, graceMs })).toBeUndefined();
  });

  it('is the first of all lease ends with their grace and all ends of pauses', () => {
    const tasks = [
      aRunningTask(),
      aTask({ notBefore: leaseEnd }),
      aTask({ notBefore: t0 + 90_000 }),
    ];
    expect(nextSweepAt({ tasks, now: t0, graceMs })).toBe(leaseEnd);
    expect(nextSweepAt({ tasks, now: leaseEnd, graceMs })).toBe(leaseEnd + graceMs);
    expect(nextSweepAt({ tasks, now: leaseEnd + graceMs, graceMs })).toBe(t0 + 90_000);
  });
});

function view(tasks: readonly Task[], different: Partial<SweepView> = {}): SweepView {
  return { tasks, offered: new Set(), now: t0 + 1_000, graceMs, ...different };
}
