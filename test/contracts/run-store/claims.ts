import { expect } from 'vitest';
import type { RunStore } from '#model/needs/run-store.ts';
import { aNewTask, aRun, t0, taskId, workerId } from '../../support/samples.ts';
import type { Promises } from '../contract.ts';
import {
  claim,
  claimed,
  claimSoon,
  finish,
  leaseGraceMs,
  leaseMs,
  plan,
  startRun,
  taskAfter,
  tasksOf,
  theRun,
} from './steps.ts';

export const claims: Promises<RunStore> = {
  async 'one claimer takes the most urgent first, then by id'({ store, settle }) {
    const priorities = { e: 10, d: 10, c: 9_999, b: 9, a: 1_000, z: 0, 'd-1': 10 };
    const tasks = Object.entries(priorities).map(([id, priority]) => aNewTask({ id, priority }));
    await startRun(store, tasks);
    await settle();
    const order: string[] = [];
    while (order.length < tasks.length) order.push((await claimSoon(store)).id);
    expect(order).toEqual(['z', 'b', 'd', 'd-1', 'e', 'a', 'c']);
  },

  async 'writes exactly what the rule makes of the task, the first time and the next'({
    store,
    reopen,
  }) {
    await startRun(store, [taskAfter('a')]);
    const worker = workerId('worker-7');
    for (const now of [t0 + 77, t0 + 600_000]) {
      const { a: before } = await tasksOf(store);
      const token = `claim at ${now}`;
      const task = await claimSoon(store, { worker, now, token });
      const lease = { worker, until: now + leaseMs, token };
      expect(task).toEqual(before && claimed(before, lease, now));
      expect(await tasksOf(await reopen())).toEqual({ a: task });
      await finish(store, task, 'failed');
    }
  },

  async 'many claimers take each task once'({ store, reopen }) {
    const tasks = Array.from({ length: 24 }, (_, index) => taskAfter(`t${index}`));
    await startRun(store, tasks);
    const stores = [store, await reopen(), await reopen(), await reopen()];
    const taken = await Promise.all(
      stores.map(async (one, index) => {
        const mine: string[] = [];
        const worker = workerId(`worker-${index}`);
        while (mine.length < 6) mine.push((await claimSoon(one, { worker, claimers: 4 })).id);
        return mine;
      }),
    );
    expect(taken.flat().toSorted()).toEqual(tasks.map(({ id }) => id).toSorted());
    expect((await store.claimNextTask(claim({ claimers: 4 }))).kind).toBe('idle');
  },

  async 'gives a claimer that heard no answer what it took'({ store, reopen, settle }) {
    await startRun(store, [taskAfter('a'), taskAfter('b')]);
    await settle();
    const request = claim();
    const first = await store.claimNextTask(request);
    expect(first).toMatchObject({ kind: 'claimed', task: { id: 'a', attemptNo: 1 } });
    const again = { ...request, repeated: true };
    expect(await store.claimNextTask(again)).toEqual(first);
    expect(await (await reopen()).claimNextTask(again)).toEqual(first);
    expect((await tasksOf(store))['b']).toMatchObject({ status: 'queued' });
  },

  async 'gives a claimer that took nothing, or has finished it, something new'({ store }) {
    await startRun(store, [taskAfter('a'), taskAfter('b')]);
    const token = 'token of two claims';
    const first = await claimSoon(store, { token, repeated: true });
    await finish(store, first, 'succeeded');
    const second = await claimSoon(store, { token, repeated: true });
    expect([first.id, second.id].toSorted()).toEqual(['a', 'b']);
  },

  async 'offers nothing before all dependencies have succeeded'({ store }) {
    await startRun(store, [taskAfter('c', 'a', 'b'), taskAfter('a'), taskAfter('b')]);
    const first = await claimSoon(store);
    const second = await claimSoon(store);
    expect([first.id, second.id].toSorted()).toEqual(['a', 'b']);
    expect(await store.claimNextTask(claim())).toMatchObject({ kind: 'idle', remaining: 3 });
    await finish(store, first, 'succeeded');
    expect(await store.claimNextTask(claim())).toMatchObject({ kind: 'idle', remaining: 2 });
    await finish(store, second, 'succeeded');
    expect((await claimSoon(store)).id).toBe('c');
  },

  async 'offers nothing before its pause is over, and says when that is'({ store }) {
    await startRun(store, [taskAfter('a')]);
    await finish(store, await claimSoon(store), 'failed');
    const notBefore = (await tasksOf(store))['a']?.notBefore ?? 0;
    expect(notBefore).toBe(t0 + 30_000 + 1_000);
    const early = await store.claimNextTask(claim({ now: notBefore - 1 }));
    expect(early).toEqual({ kind: 'idle', retryAt: notBefore, remaining: 1 });
    const again = await claimSoon(store, { now: notBefore });
    expect(again).toMatchObject({ id: 'a', attemptNo: 2, failures: 1, lease: { fence: 2 } });
  },

  async 'takes the next one while the most urgent one pauses'({ store, settle }) {
    await startRun(store, [
      aNewTask({ id: 'urgent', priority: 1 }),
      aNewTask({ id: 'behind', priority: 2, dependsOn: ['urgent'] }),
      aNewTask({ id: 'other', priority: 3 }),
    ]);
    await settle();
    const urgent = await claimSoon(store);
    expect(urgent.id).toBe('urgent');
    await finish(store, urgent, 'failed');
    await settle();
    expect((await claimSoon(store)).id).toBe('other');
  },

  async 'says when the first lease could be taken over'({ store }) {
    await startRun(store, [taskAfter('a'), taskAfter('b'), taskAfter('c', 'a', 'b')]);
    await claimSoon(store, { now: t0 + 500 });
    await claimSoon(store, { now: t0 });
    const retryAt = t0 + leaseMs + leaseGraceMs;
    const outcome = await store.claimNextTask(claim({ now: t0 + 1_000 }));
    expect(outcome).toEqual({ kind: 'idle', retryAt, remaining: 3 });
  },

  async 'offers nothing once the run is over'({ store, settle }) {
    await startRun(store, [taskAfter('a')]);
    await settle();
    await store.updateRunStatus({ runId: theRun, status: 'aborted', now: t0 });
    expect((await store.claimNextTask(claim())).kind).not.toBe('claimed');
    expect((await tasksOf(store))['a']).toMatchObject({ status: 'queued', attemptNo: 0 });
  },

  async 'is complete when every task is final, however it ended'({ store }) {
    await startRun(store, [taskAfter('a'), taskAfter('b'), taskAfter('c')]);
    const change = { runId: theRun, from: ['queued'], reason: 'no need', now: t0 } as const;
    await store.updateTaskStatus({ ...change, taskId: taskId('a'), to: 'abandoned' });
    await store.updateTaskStatus({ ...change, taskId: taskId('b'), to: 'blocked' });
    const task = await claimSoon(store);
    expect(await store.claimNextTask(claim())).toMatchObject({ kind: 'idle', remaining: 1 });
    await finish(store, task, 'succeeded');
    expect(await store.claimNextTask(claim())).toEqual({ kind: 'complete' });
  },

  async 'is complete without tasks, until there are some'({ store }) {
    await store.createRun(aRun());
    expect(await store.claimNextTask(claim())).toEqual({ kind: 'complete' });
    await plan(store, [taskAfter('a')], { batch: 'plan-1' });
    expect((await claimSoon(store)).id).toBe('a');
  },
};
