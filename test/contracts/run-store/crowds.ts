import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import type { TaskId } from '#model/ids.ts';
import type { NewTask, Task } from '#model/task.ts';
import type { RunStore } from '#model/needs/run-store.ts';
import { workerId } from '../../support/samples.ts';
import { patienceMs, type Promises } from '../contract.ts';
import { claim, finish, startRun, taskAfter, tasksOf, theRun } from './steps.ts';

const claimers = 16;
/** 200 tasks; most wait for two or three that come before them. */
const plan: readonly NewTask[] = Array.from({ length: 200 }, (_, index) => {
  const earlier = [index - 40, Math.floor(index / 2), Math.floor(index / 3)];
  const dependsOn = new Set(earlier.filter((one) => one >= 0 && one < index));
  return taskAfter(`t${index}`, ...[...dependsOn].map((one) => `t${one}`));
});

interface Record {
  readonly claimed: TaskId[];
  readonly reported: Set<TaskId>;
  readonly early: TaskId[];
}

export const crowds: Promises<RunStore> = {
  async '16 claimers work through 200 tasks, each once and none early'({ store, reopen }) {
    await startRun(store, plan);
    const stores = [store, await reopen(), await reopen(), await reopen()];
    const record: Record = { claimed: [], reported: new Set(), early: [] };
    const workers = Array.from({ length: claimers }, (_, index) =>
      workThrough(stores[index % stores.length] ?? store, `worker-${index}`, record),
    );
    await Promise.all(workers);
    expect(record.early).toEqual([]);
    expect(record.claimed.toSorted()).toEqual(plan.map(({ id }) => id).toSorted());
    const tasks = Object.values(await tasksOf(store));
    expect(
      tasks.filter(({ status, attemptNo }) => status !== 'succeeded' || attemptNo !== 1),
    ).toEqual([]);
    const attempts = await store.listAttempts(theRun);
    expect(attempts.filter(({ status }) => status === 'succeeded')).toHaveLength(plan.length);
    expect(await store.claimNextTask(claim())).toEqual({ kind: 'complete' });
  },
};

async function workThrough(store: RunStore, name: string, record: Record): Promise<void> {
  const worker = workerId(name);
  for (const end = Date.now() + patienceMs / 2; Date.now() < end;) {
    const outcome = await store.claimNextTask(claim({ worker, claimers }));
    if (outcome.kind === 'complete') return;
    if (outcome.kind === 'claimed') await work(store, outcome.task, record);
    else await sleep(50);
  }
}

async function work(store: RunStore, task: Task, record: Record): Promise<void> {
  record.claimed.push(task.id);
  if (!task.dependsOn.every((id) => record.reported.has(id))) record.early.push(task.id);
  record.reported.add(task.id);
  await finish(store, task, 'succeeded');
}
