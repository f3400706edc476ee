import { expect } from 'vitest';
import type { RunStore } from '#model/needs/run-store.ts';
import { aNewTask, anAttemptStart, t0, taskId, workerId } from '../../support/samples.ts';
import type { Promises } from '../contract.ts';
import {
  claim,
  claimSoon,
  dump,
  finish,
  freeLostTask,
  holdTwoTasks,
  leaseGraceMs,
  leaseMs,
  resultOf,
  startRun,
  taskAfter,
  tasksOf,
  theRun,
} from './steps.ts';

/** Leases of these tests are taken at the beginning of time. */
const free = t0 + leaseMs + leaseGraceMs;
const lease = { runId: theRun, taskId: taskId('a'), fence: 1, until: t0 + 2 * leaseMs };

export const leases: Promises<RunStore> = {
  async 'the holder renews, and nobody takes the task meanwhile'({ store, reopen }) {
    await startRun(store, [taskAfter('a')]);
    const task = await claimSoon(store, { now: t0 });
    expect(await (await reopen()).renewLease(lease)).toBe('renewed');
    const { a } = await tasksOf(store);
    expect(a).toMatchObject({ status: 'running', attemptNo: 1, leaseLosses: 0 });
    expect(a?.lease).toEqual({ ...task.lease, until: lease.until });
    const retryAt = lease.until + leaseGraceMs;
    const outcome = await store.claimNextTask(claim({ now: free }));
    expect(outcome).toEqual({ kind: 'idle', retryAt, remaining: 1 });
  },

  async 'nobody else renews'({ store }) {
    await startRun(store, [taskAfter('a'), taskAfter('b', 'a')]);
    const first = await claimSoon(store, { now: t0 });
    const before = await dump(store);
    expect(await store.renewLease({ ...lease, fence: 2 })).toBe('lost');
    expect(await store.renewLease({ ...lease, taskId: taskId('b') })).toBe('lost');
    expect(await store.renewLease({ ...lease, taskId: taskId('nowhere') })).toBe('lost');
    expect(await dump(store)).toEqual(before);
    await finish(store, first, 'succeeded');
    expect(await store.renewLease(lease)).toBe('lost');
    expect((await tasksOf(store))['a']).not.toHaveProperty('lease');
  },

  async 'a lease is left alone until its grace is over'({ store }) {
    await startRun(store, [taskAfter('a')]);
    await claimSoon(store, { now: t0 });
    const before = await dump(store);
    for (const now of [t0 + leaseMs - 1, t0 + leaseMs, free - 1]) {
      const outcome = await store.claimNextTask(claim({ now }));
      expect(outcome).toEqual({ kind: 'idle', retryAt: free, remaining: 1 });
    }
    expect(await dump(store)).toEqual(before);
  },

  async 'a lease that ran out goes to the next worker with a new fence'({ store, reopen }) {
    await startRun(store, [taskAfter('a')]);
    await claimSoon(store, { now: t0 });
    const worker = workerId('worker-2');
    // Whoever finds it by repairing takes it at once: no index tells of it earlier.
    const outcome = await (await reopen()).claimNextTask(claim({ now: free, worker }));
    expect(outcome).toMatchObject({
      kind: 'claimed',
      task: {
        status: 'running',
        attemptNo: 2,
        failures: 0,
        leaseLosses: 1,
        lease: { worker, fence: 2, until: free + leaseMs },
      },
    });
    expect(await store.renewLease(lease)).toBe('lost');
    expect(outcome).toEqual({ kind: 'claimed', task: (await tasksOf(store))['a'] });
  },

  async 'the claim that finds it frees the other leases that ran out, for the next claim'({
    store,
  }) {
    await holdTwoTasks(store);
    await freeLostTask(store, free);
    expect((await tasksOf(store))['a']).toMatchObject({ status: 'queued', leaseLosses: 1 });
    expect(await store.renewLease(lease)).toBe('lost');
    expect(await claimSoon(store, { now: free })).toMatchObject({ id: 'a', attemptNo: 2 });
    const before = await dump(store);
    expect(await store.claimNextTask(claim({ now: free }))).toMatchObject({ kind: 'idle' });
    expect(await dump(store)).toEqual(before);
  },

  async 'what a replaced worker reports changes nothing'({ store, reopen }) {
    await startRun(store, [taskAfter('a'), taskAfter('b', 'a')]);
    const lost = await claimSoon(store, { now: t0 });
    await store.createAttempt(anAttemptStart({ taskId: 'a' }));
    const second = { now: free, worker: workerId('worker-2') };
    const taken = await claimSoon(store, second);
    await store.createAttempt(
      anAttemptStart({ taskId: 'a', attemptNo: 2, worker: 'worker-2', startedAt: free }),
    );
    const before = await dump(store);
    for (const outcome of ['succeeded', 'failed', 'blocked'] as const) {
      const late = resultOf(lost, outcome, { summary: { late: true }, reason: 'late' });
      expect(await (await reopen()).finishAttempt(late)).toEqual({ kind: 'stale' });
    }
    expect(await dump(store)).toEqual(before);
    await finish(store, taken, 'succeeded');
    expect((await tasksOf(store))['a']).toMatchObject({ status: 'succeeded', attemptNo: 2 });
  },

  async 'what a worker reports of a task that was freed changes nothing'({ store }) {
    const lost = await holdTwoTasks(store);
    await freeLostTask(store, free);
    const before = await dump(store);
    expect(await store.finishAttempt(resultOf(lost, 'succeeded'))).toEqual({ kind: 'stale' });
    expect(await dump(store)).toEqual(before);
  },

  async 'a lease that ran out but was not taken still counts'({ store }) {
    await startRun(store, [taskAfter('a')]);
    const slow = await claimSoon(store, { now: t0 });
    const late = resultOf(slow, 'succeeded', { finishedAt: free + 1 });
    expect(await store.finishAttempt(late)).toMatchObject({ kind: 'accepted' });
    expect((await tasksOf(store))['a']).toMatchObject({ status: 'succeeded', leaseLosses: 0 });
  },

  async 'a task that takes too many workers with it is given up, with all behind it'({ store }) {
    const retryPolicy = { ...aNewTask().retryPolicy, maxLeaseLosses: 2 };
    await startRun(store, [
      aNewTask({ id: 'a', retryPolicy }),
      taskAfter('b', 'a'),
      taskAfter('c', 'b'),
    ]);
    await claimSoon(store, { now: t0 });
    await claimSoon(store, { now: free, worker: workerId('worker-2') });
    const end = free + leaseMs + leaseGraceMs;
    expect(await store.claimNextTask(claim({ now: end }))).toEqual({ kind: 'complete' });
    const { a, b, c } = await tasksOf(store);
    expect(a).toMatchObject({ status: 'abandoned', leaseLosses: 2, attemptNo: 2, failures: 0 });
    expect(a?.statusReason).toBe('worker worker-2 vanished, 2 times by now');
    expect(b).toMatchObject({ status: 'abandoned', attemptNo: 0 });
    expect(b?.statusReason).toBe('it depends on a, which is abandoned');
    expect(c?.statusReason).toBe('it depends on b, which is abandoned');
  },
};
