import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { TaskId } from '#model/ids.ts';
import type { Task } from '#model/task.ts';
import { planRepairs } from '#repair/rules/tasks/repair.ts';
import { claimOrder, judgeReadiness } from '#repair/rules/tasks/readiness.ts';
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
import { claimed } from '../../contracts/run-store/steps.ts';
import { freshStores, leaseGraceMs, type Stores } from './stores.ts';

const run = runId('run-1');
const leaseMs = 60_000;

/** Time goes on by a second with every step; a claim may be much later than that. */
type Step =
  | { readonly kind: 'plan'; readonly waitsFor: number }
  | { readonly kind: 'claim'; readonly later: number }
  | { readonly kind: 'finish'; readonly pick: number; readonly outcome: Outcome }
  | { readonly kind: 'change'; readonly pick: number; readonly to: TaskChange['to'] };
type Outcome = 'succeeded' | 'failed' | 'blocked';

const most = 8;
const pick = fc.nat({ max: most - 1 });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('plan'), waitsFor: fc.nat({ max: 2 ** most - 1 }) }),
  // Many claims: only one that finds nothing ready repairs.
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('claim'),
      later: fc.constantFrom(0, leaseMs + leaseGraceMs),
    }),
  },
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
);

it('is kept exactly by every operation, and a claim repairs what the rules say of the whole run', async () => {
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
      await expectClaimByTheRules(stores, { now: now + each.later, token: `claim at ${now}` });
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
    }
  }
}

function nth(tasks: readonly Task[], number: number): Task | undefined {
  return tasks[number % tasks.length];
}

interface ClaimMark {
  readonly now: number;
  readonly token: string;
}

/** A claim takes what is ready; when nothing is, it repairs the run and takes what that made ready. */
async function expectClaimByTheRules(stores: Stores, { now, token }: ClaimMark): Promise<void> {
  const { runs } = stores;
  const worker = workerId('w');
  const before = await runs.listTasks(run);
  const offered = listOffered(stores);
  const repairs = planRepairs({ tasks: before, offered, now, graceMs: leaseGraceMs });
  const ready = firstReady(before, offered, now);
  const after = new Map<string, Task>(before.map((task) => [task.id, task]));
  if (ready === undefined) for (const { next } of repairs) after.set(next.id, next);
  const freed = new Set(repairs.filter(({ offer }) => offer).map(({ next }) => next.id));
  const taken = ready ?? firstReady([...after.values()], freed, now);
  if (taken) after.set(taken.id, claimed(taken, { worker, until: now + leaseMs, token }, now));
  const request = { runId: run, worker, now, leaseMs, token, claimers: 1 };
  const outcome = await runs.claimNextTask(request);
  expect(outcome.kind === 'claimed' ? outcome.task : undefined).toEqual(
    taken && after.get(taken.id),
  );
  expect(await runs.listTasks(run)).toEqual([...after.values()]);
}

function listOffered({ database }: Stores): ReadonlySet<TaskId> {
  const rows = database.all('SELECT task_id FROM tasks WHERE ready = 1');
  return new Set(rows.map((row) => taskId(String(row['task_id']))));
}

function firstReady(tasks: readonly Task[], offered: ReadonlySet<TaskId>, now: number) {
  return tasks
    .filter((task) => offered.has(task.id) && (task.notBefore ?? 0) <= now)
    .toSorted((a, b) => (claimOrder(a) < claimOrder(b) ? -1 : 1))[0];
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
