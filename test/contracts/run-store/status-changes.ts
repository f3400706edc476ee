import { expect } from 'vitest';
import type { TaskStatus } from '#model/task.ts';
import { withStatus } from '#repair/rules/tasks/status-change.ts';
import type { RunStore, TaskChange } from '#model/needs/run-store.ts';
import { t0, taskId } from '../../support/samples.ts';
import type { Promises } from '../contract.ts';
import {
  claim,
  claimSoon,
  dump,
  finish,
  resultOf,
  startRun,
  taskAfter,
  tasksOf,
  theRun,
} from './steps.ts';

const later = t0 + 5_000;

export const statusChanges: Promises<RunStore> = {
  async 'happen only from the statuses that were named'({ store }) {
    await startRun(store, [taskAfter('a')]);
    const before = await dump(store);
    const change = to('abandoned', ['running', 'blocked', 'succeeded', 'abandoned']);
    expect(await store.updateTaskStatus(change)).toBe('refused');
    expect(await store.updateTaskStatus(to('abandoned', []))).toBe('refused');
    expect(await dump(store)).toEqual(before);
  },

  async 'write exactly what the rule makes of the task'({ store, reopen }) {
    await startRun(store, [taskAfter('a')]);
    for (const step of [
      to('blocked', ['queued']),
      to('queued', ['blocked']),
      to('abandoned', ['queued', 'running']),
      to('queued', ['abandoned']),
      to('succeeded', ['queued']),
    ]) {
      const { a } = await tasksOf(store);
      expect(await (await reopen()).updateTaskStatus(step)).toBe('updated');
      expect(await tasksOf(store)).toEqual({ a: a && withStatus(a, step, later) });
    }
  },

  async 'never take a success back'({ store }) {
    await startRun(store, [taskAfter('a'), taskAfter('b', 'a')]);
    await finish(store, await claimSoon(store), 'succeeded');
    const before = await dump(store);
    expect(await store.updateTaskStatus(to('queued', ['succeeded']))).toBe('refused');
    expect(await dump(store)).toEqual(before);
  },

  async 'know no task that nobody planned'({ store }) {
    await startRun(store, [taskAfter('a')]);
    const nowhere = { ...to('abandoned', ['queued']), taskId: taskId('nowhere') };
    expect(await store.updateTaskStatus(nowhere)).toBe('unknown');
  },

  async 'are refused once the run is over'({ store }) {
    await startRun(store, [taskAfter('a')]);
    await store.updateRunStatus({ runId: theRun, status: 'failed', now: later });
    const before = await dump(store);
    expect(await store.updateTaskStatus(to('abandoned', ['queued']))).toBe('refused');
    expect(await dump(store)).toEqual(before);
  },

  async 'bring a blocked task back to the claims'({ store }) {
    await startRun(store, [taskAfter('a')]);
    await finish(store, await claimSoon(store), 'blocked');
    expect(await store.claimNextTask(claim())).toEqual({ kind: 'complete' });
    expect(await store.updateTaskStatus(to('queued', ['blocked']))).toBe('updated');
    expect(await claimSoon(store)).toMatchObject({ id: 'a', attemptNo: 2, failures: 0 });
  },

  async 'take a task from its worker for good'({ store }) {
    await startRun(store, [taskAfter('a')]);
    const task = await claimSoon(store);
    expect(await store.updateTaskStatus(to('queued', ['running']))).toBe('updated');
    const before = await dump(store);
    const renewal = { runId: theRun, taskId: task.id, fence: 1, until: later + 60_000 };
    expect(await store.renewLease(renewal)).toBe('lost');
    expect(await store.finishAttempt(resultOf(task, 'succeeded'))).toEqual({ kind: 'stale' });
    expect(await dump(store)).toEqual(before);
    expect(await claimSoon(store)).toMatchObject({ id: 'a', attemptNo: 2 });
  },

  async 'take a task out of the claims'({ store, settle }) {
    await startRun(store, [taskAfter('a'), taskAfter('b')]);
    await settle();
    expect(await store.updateTaskStatus(to('abandoned', ['queued']))).toBe('updated');
    expect((await claimSoon(store)).id).toBe('b');
    expect(await store.claimNextTask(claim())).toMatchObject({ kind: 'idle', remaining: 1 });
  },

  async 'to success free what waited'({ store }) {
    await startRun(store, [taskAfter('a'), taskAfter('b', 'a')]);
    expect(await store.updateTaskStatus(to('succeeded', ['queued']))).toBe('updated');
    expect((await claimSoon(store)).id).toBe('b');
  },

  async 'to the end give up what waited'({ store }) {
    await startRun(store, [taskAfter('a'), taskAfter('b', 'a'), taskAfter('c', 'b')]);
    expect(await store.updateTaskStatus(to('abandoned', ['queued']))).toBe('updated');
    expect(await store.claimNextTask(claim())).toEqual({ kind: 'complete' });
    const { b, c } = await tasksOf(store);
    expect(b?.statusReason).toBe('it depends on a, which is abandoned');
    expect(c?.statusReason).toBe('it depends on b, which is abandoned');
  },
};

function to(status: TaskChange['to'], from: readonly TaskStatus[]): TaskChange {
  return {
    runId: theRun,
    taskId: taskId('a'),
    from,
    to: status,
    reason: 'the operator said so',
    now: later,
  };
}
