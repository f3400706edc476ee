import { expect } from 'vitest';
import type { AttemptResult } from '#model/attempt.ts';
import type { RunId } from '#model/ids.ts';
import type { Lease, NewTask, Task } from '#model/task.ts';
import type { ClaimRequest, RunStore } from '#model/needs/run-store.ts';
import { soon } from '../soon.ts';
import { aNewTask, anAttemptResult, aRun, runId, t0, workerId } from '../../support/samples.ts';

/** Both stores are made with this grace. */
export const leaseGraceMs = 5_000;
export const leaseMs = 60_000;
export const theRun = runId('run-1');

/** Makes the run of the samples with these tasks, planned in one batch at the beginning of time. */
export async function startRun(
  store: RunStore,
  tasks: readonly NewTask[],
  id: RunId = theRun,
): Promise<void> {
  expect(await store.createRun(aRun({ id }))).toBe('created');
  await plan(store, tasks, { batch: 'plan-1', id });
}

export async function plan(
  store: RunStore,
  tasks: readonly NewTask[],
  { batch, id = theRun }: { readonly batch: string; readonly id?: RunId },
): Promise<void> {
  const outcome = await store.addTasks({ runId: id, batch, tasks, now: t0 });
  expect(outcome).toEqual({ kind: 'added' });
}

/** Short for a task of the run that waits for others. */
export function taskAfter(id: string, ...dependsOn: string[]): NewTask {
  return aNewTask({ id, fingerprint: `fingerprint of ${id}`, dependsOn });
}

let tokens = 0;

/** The next claim of the only claimer, unless told otherwise. */
export function claim(different: Partial<ClaimRequest> = {}): ClaimRequest {
  tokens += 1;
  return {
    runId: theRun,
    worker: workerId('worker-1'),
    now: t0 + 1_000,
    leaseMs,
    token: `claim-${tokens}`,
    claimers: 1,
    ...different,
  };
}

/** What a claim makes of a task: a lease whose fence is the new attempt number, and no pause or reason of before. */
export function claimed(task: Task, lease: Omit<Lease, 'fence'>, now: number): Task {
  const { notBefore: _, statusReason: __, ...rest } = task;
  const attemptNo = task.attemptNo + 1;
  return {
    ...rest,
    status: 'running',
    attemptNo,
    lease: { ...lease, fence: attemptNo },
    rev: task.rev + 1,
    updatedAt: now,
  };
}

/** Claims as soon as the index shows a task; what must be there is found within seconds. */
export async function claimSoon(
  store: RunStore,
  different: Partial<ClaimRequest> = {},
): Promise<Task> {
  const outcome = await soon(
    () => store.claimNextTask(claim(different)),
    ({ kind }) => kind === 'claimed',
  );
  if (outcome.kind !== 'claimed') throw new Error(`Nothing to claim: ${JSON.stringify(outcome)}`);
  return outcome.task;
}

/** Starts a run of which a worker holds `a` and a more urgent task since the beginning of time; returns `a`. */
export async function holdTwoTasks(store: RunStore): Promise<Task> {
  await startRun(store, [aNewTask({ id: 'urgent', priority: 0 }), taskAfter('a')]);
  const held = [await claimSoon(store, { now: t0 }), await claimSoon(store, { now: t0 })];
  const task = held.find(({ id }) => id === 'a');
  if (task === undefined) throw new Error('The task a was not claimed');
  return task;
}

/** After both leases of `holdTwoTasks` ran out: a claim takes the more urgent task and only frees `a`. */
export async function freeLostTask(store: RunStore, now: number): Promise<void> {
  const outcome = await store.claimNextTask(claim({ now, worker: workerId('worker-2') }));
  expect(outcome).toMatchObject({ kind: 'claimed', task: { id: 'urgent', leaseLosses: 1 } });
}

/** What the holder of this task reports. */
export function resultOf(
  task: Task,
  outcome: AttemptResult['outcome'],
  different: Partial<Parameters<typeof anAttemptResult>[0]> = {},
): AttemptResult {
  const { runId: run, id, attemptNo } = task;
  return anAttemptResult({ runId: run, taskId: id, attemptNo, outcome, ...different });
}

export async function finish(
  store: RunStore,
  task: Task,
  outcome: AttemptResult['outcome'],
): Promise<void> {
  expect(await store.finishAttempt(resultOf(task, outcome))).toMatchObject({ kind: 'accepted' });
}

/** All tasks of the run by id. */
export async function tasksOf(store: RunStore, id: RunId = theRun): Promise<Record<string, Task>> {
  return Object.fromEntries((await store.listTasks(id)).map((task) => [task.id, task]));
}

/** All that a run consists of, in an order of its own, for before and after. */
export async function dump(store: RunStore, id: RunId = theRun) {
  const attempts = await store.listAttempts(id);
  return {
    run: await store.loadRun(id),
    tasks: await tasksOf(store, id),
    attempts: Object.fromEntries(attempts.map((one) => [`${one.taskId}/${one.attemptNo}`, one])),
    findings: await store.countFindings(id),
    artifacts: await store.listArtifacts(id),
    accepted: await store.listAccepted(id),
  };
}
