import { expect } from 'vitest';
import type { Task } from '#model/task.ts';
import { afterAttempt } from '#repair/rules/tasks/lifecycle.ts';
import type { RunStore } from '#model/needs/run-store.ts';
import { aNewTask, anAttemptResult, t0, taskId } from '../../support/samples.ts';
import type { OpenedStore, Promises } from '../contract.ts';
import { claim, claimSoon, dump, finish, resultOf, startRun, taskAfter, tasksOf } from './steps.ts';

const diamond = [
  taskAfter('d', 'b', 'c'),
  taskAfter('b', 'a'),
  taskAfter('c', 'a'),
  taskAfter('a'),
];

export const finishing: Promises<RunStore> = {
  async 'writes exactly what the rule makes of the task'({ store, reopen }) {
    await startRun(store, [taskAfter('a'), taskAfter('b'), taskAfter('c')]);
    for (const outcome of ['succeeded', 'failed', 'interrupted', 'blocked'] as const) {
      const task = await claimSoon(store);
      const result = resultOf(task, outcome, { reason: 'because e\u0301' });
      const next = afterAttempt(task, result);
      expect(await store.finishAttempt(result)).toEqual({ kind: 'accepted', task: next });
      expect((await tasksOf(await reopen()))[task.id]).toEqual(next);
    }
  },

  'the last of two parents frees their child, whichever is last': async (opened) => {
    await finishDiamond(opened, (parents) => parents);
  },

  'the last of two parents frees their child, in the other order': async (opened) => {
    await finishDiamond(opened, (parents) => parents.toReversed());
  },

  async 'two parents that finish at once free their child'({ store, reopen }) {
    await startRun(store, diamond);
    const other = await reopen();
    await finish(store, await claimSoon(store), 'succeeded');
    const parents = [await claimSoon(store), await claimSoon(store)] as const;
    await Promise.all([
      finish(store, parents[0], 'succeeded'),
      finish(other, parents[1], 'succeeded'),
    ]);
    expect((await claimSoon(store)).id).toBe('d');
  },

  async 'a task that failed its last time is given up, with all behind it'({ store }) {
    const retryPolicy = { ...aNewTask().retryPolicy, maxAttempts: 2 };
    await startRun(store, [
      aNewTask({ id: 'a', retryPolicy }),
      taskAfter('b', 'a'),
      taskAfter('c', 'b'),
    ]);
    for (let attemptNo = 1; attemptNo <= 2; attemptNo += 1) {
      const now = t0 + attemptNo * 600_000;
      const task = await claimSoon(store, { now });
      const finishedAt = now + 1;
      await store.finishAttempt(resultOf(task, 'failed', { finishedAt, reason: 'tests fail' }));
    }
    const { a, b, c } = await tasksOf(store);
    expect(a).toMatchObject({ status: 'abandoned', failures: 2, attemptNo: 2 });
    expect(a?.statusReason).toBe('tests fail (attempt 2 was the last)');
    expect(b).toMatchObject({ status: 'abandoned', attemptNo: 0 });
    expect(b?.statusReason).toBe('it depends on a, which is abandoned');
    expect(c).toMatchObject({ status: 'abandoned', attemptNo: 0 });
    expect(c?.statusReason).toBe('it depends on b, which is abandoned');
  },

  async 'a blocked task gives up all behind it'({ store }) {
    await startRun(store, [taskAfter('a'), taskAfter('b', 'a'), taskAfter('c', 'b')]);
    await finish(store, await claimSoon(store), 'blocked');
    const { a, b, c } = await tasksOf(store);
    expect(a?.status).toBe('blocked');
    expect(b).toMatchObject({ status: 'abandoned' });
    expect(b?.statusReason).toBe('it depends on a, which is blocked');
    expect(c?.statusReason).toBe('it depends on b, which is abandoned');
    expect(await store.claimNextTask(claim())).toEqual({ kind: 'complete' });
  },

  async 'a result that comes again is accepted again and changes nothing'({ store, reopen }) {
    await startRun(store, [...diamond, taskAfter('e'), taskAfter('f')]);
    const other = await reopen();
    for (const outcome of ['succeeded', 'failed', 'blocked', 'interrupted'] as const) {
      const result = resultOf(await claimSoon(store), outcome, { reason: 'as before' });
      const first = await store.finishAttempt(result);
      const before = await dump(store);
      expect(await other.finishAttempt(result)).toEqual(first);
      expect(await dump(store)).toEqual(before);
    }
  },

  async 'a result that comes again late does not touch the next attempt'({ store }) {
    await startRun(store, [taskAfter('a')]);
    const failed = resultOf(await claimSoon(store), 'failed');
    await store.finishAttempt(failed);
    await claimSoon(store, { now: t0 + 600_000 });
    const before = await dump(store);
    await store.finishAttempt(failed);
    expect(await dump(store)).toEqual(before);
  },

  async 'of two different results for one claim the first counts'({ store, reopen }) {
    await startRun(store, [taskAfter('a'), taskAfter('b', 'a')]);
    const task = await claimSoon(store);
    await finish(store, task, 'failed');
    const before = await dump(store);
    const other = await reopen();
    expect(await other.finishAttempt(resultOf(task, 'succeeded'))).toEqual({ kind: 'stale' });
    expect(await other.finishAttempt(resultOf(task, 'blocked'))).toEqual({ kind: 'stale' });
    expect(await dump(store)).toEqual(before);
  },

  async 'of two writers with one fence at once, one is accepted'({ store, reopen }) {
    const tasks = Array.from({ length: 8 }, (_, index) => taskAfter(`t${index}`));
    await startRun(store, tasks);
    const other = await reopen();
    for (const _ of tasks) {
      const task = await claimSoon(store);
      const results = [resultOf(task, 'succeeded'), resultOf(task, 'blocked')] as const;
      const outcomes = await Promise.all([
        store.finishAttempt(results[0]),
        other.finishAttempt(results[1]),
      ]);
      expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual(['accepted', 'stale']);
      const status = outcomes[0].kind === 'accepted' ? 'succeeded' : 'blocked';
      expect((await tasksOf(store))[task.id]?.status).toBe(status);
    }
  },

  async 'a result for a task nobody claimed is stale'({ store }) {
    await startRun(store, [taskAfter('a')]);
    const before = await dump(store);
    const result = anAttemptResult({ taskId: 'a' });
    expect(await store.finishAttempt(result)).toEqual({ kind: 'stale' });
    const nowhere = { ...result, taskId: taskId('nowhere') };
    expect(await store.finishAttempt(nowhere)).toEqual({ kind: 'stale' });
    expect(await dump(store)).toEqual(before);
  },
};

async function finishDiamond(
  { store }: OpenedStore<RunStore>,
  inOrder: (parents: readonly Task[]) => readonly Task[],
): Promise<void> {
  await startRun(store, diamond);
  await finish(store, await claimSoon(store), 'succeeded');
  const found = [await claimSoon(store), await claimSoon(store)];
  const [first, last] = inOrder(found.toSorted((one, two) => one.id.localeCompare(two.id)));
  if (first === undefined || last === undefined) throw new Error('A diamond has two parents');
  await finish(store, first, 'succeeded');
  expect(await store.claimNextTask(claim())).toMatchObject({ kind: 'idle', remaining: 2 });
  expect((await tasksOf(store))['d']).toMatchObject({ status: 'queued', attemptNo: 0 });
  await finish(store, last, 'succeeded');
  expect((await claimSoon(store)).id).toBe('d');
}
