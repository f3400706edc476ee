import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Task } from '#model/task.ts';
import { planRepairs } from '#repair/rules/tasks/repair.ts';
import { judgeReadiness } from '#repair/rules/tasks/readiness.ts';
import type { TaskChange } from '#model/needs/run-store.ts';
import {
  aNewTask,
  anAttemptResult,
  aRun,
  runId,
  t0,
  taskId,
  workerId,
} from '../../support/samples.ts';
import { freshStores, leaseGraceMs, type Stores } from './stores.ts';

const run = runId('run-1');
const leaseMs = 60_000;

/** Time goes on by a second with every step; a sweep may be much later than that. */
type Step =
  | { readonly kind: 'plan'; readonly waitsFor: number }
  | { readonly kind: 'claim' }
  | { readonly kind: 'finish'; readonly pick: number; readonly outcome: Outcome }
  | { readonly kind: 'change'; readonly pick: number; readonly to: TaskChange['to'] }
  | { readonly kind: 'sweep'; readonly later: number };
type Outcome = 'succeeded' | 'failed' | 'blocked';

const most = 8;
const pick = fc.nat({ max: most - 1 });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('plan'), waitsFor: fc.nat({ max: 2 ** most - 1 }) }),
  fc.record({ kind: fc.constant('claim') }),
  fc.record({
    kind: fc.constant('finish'),
    pick,
    outcome: fc.constantFrom('succeeded', 'failed', 'blocked'),
  }),
  fc.record({
    kind: fc.constant('change'),
    pick,
    to: fc.constantFrom('queued', 'succeeded', 'blocked', 'abandoned'),
  }),
  fc.record({ kind: fc.constant('sweep'), later: fc.constantFrom(0, leaseMs + leaseGraceMs) }),
);

it('is kept exactly by every operation, and a sweep does what the rules say of the whole run', async () => {
  const plans = fc.array(step, { minLength: 10, maxLength: 50 });
  const story = fc.asyncProperty(plans, async (steps) => {
    const stores = await freshStores();
    await stores.runs.createRun(aRun());
    for (const [index, each] of steps.entries()) {
      await take(stores, each, t0 + index * 1_000);
      await expectReadinessKept(stores);
    }
    stores.database.close();
  });
  const details = await fc.check(story, { numRuns: 40 });
  expect(fc.defaultReportMessage(details)).toBeUndefined();
});

async function take(stores: Stores, each: Step, now: number): Promise<void> {
  const { runs } = stores;
  const tasks = await runs.listTasks(run);
  switch (each.kind) {
    case 'plan': {
      if (tasks.length === most) return;
      const isBit = (_: unknown, index: number): boolean => ((each.waitsFor >> index) & 1) === 1;
      const dependsOn = tasks.map((task) => task.id).filter(isBit);
      const added = [aNewTask({ id: `task-${tasks.length}`, dependsOn })];
      await runs.addTasks({ runId: run, batch: 'plan', tasks: added, now });
      return;
    }
    case 'claim': {
      const token = `claim at ${now}`;
      const request = { runId: run, worker: workerId('w'), now, leaseMs, token, claimers: 1 };
      await runs.claimNextTask(request);
      return;
    }
    case 'finish': {
      const task = nth(
        tasks.filter(({ status }) => status === 'running'),
        each.pick,
      );
      if (task === undefined) return;
      const result = { taskId: task.id, attemptNo: task.attemptNo, outcome: each.outcome };
      await runs.finishAttempt(anAttemptResult({ ...result, finishedAt: now }));
      return;
    }
    case 'change': {
      const task = nth(tasks, each.pick);
      if (task === undefined) return;
      const from = ['queued', 'running', 'succeeded', 'blocked', 'abandoned'] as const;
      const change = { runId: run, taskId: task.id, from, to: each.to, now };
      await runs.updateTaskStatus({ ...change, reason: 'told so' });
      return;
    }
    case 'sweep':
      await expectSweepByTheRules(stores, now + each.later);
  }
}

function nth(tasks: readonly Task[], number: number): Task | undefined {
  return tasks[number % tasks.length];
}

async function expectSweepByTheRules({ runs, database }: Stores, now: number): Promise<void> {
  const tasks = await runs.listTasks(run);
  const rows = database.all('SELECT task_id FROM tasks WHERE ready = 1');
  const offered = new Set(rows.map((row) => taskId(String(row['task_id']))));
  const repairs = planRepairs({ tasks, offered, now, graceMs: leaseGraceMs });
  expect(await runs.sweep(run, now)).toEqual({ repaired: repairs.length });
  const after = new Map<string, Task>(tasks.map((task) => [task.id, task]));
  for (const { next } of repairs) after.set(next.id, next);
  expect(await runs.listTasks(run)).toEqual([...after.values()]);
}

async function expectReadinessKept({ runs, database }: Stores): Promise<void> {
  const tasks = await runs.listTasks(run);
  const statuses = new Map(tasks.map((task) => [task.id, task.status]));
  const expected = tasks
    .filter((task) => task.status === 'queued')
    .filter((task) => judgeReadiness(task, (one) => statuses.get(one)).kind === 'ready');
  const rows = database.all('SELECT task_id FROM tasks WHERE ready = 1 ORDER BY task_id');
  expect(rows.map((row) => row['task_id'])).toEqual(expected.map((task) => task.id));
}
