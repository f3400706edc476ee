import { describe, expect, it } from 'vitest';
import type { NewTask } from '#model/task.ts';
import type { TaskId } from '#model/ids.ts';
import { claimOrder } from '#repair/rules/tasks/readiness.ts';
import type { RunStore } from '#model/needs/run-store.ts';
import { aNewTask, anAttemptResult, aRun, runId, taskId } from '../../support/samples.ts';
import type { Claimed, Where } from '../../support/claimer-process.ts';
import { raceClaimers, runClaimers, startHolder } from '../../support/claimers.ts';

export interface RaceHarness {
  readonly name: string;
  /** How many more urgent tasks a claimer may pass over. */
  readonly inversion: number;
  open(): Promise<{ readonly where: Where; readonly store: RunStore; close(): Promise<void> }>;
}

const run = runId('run-1');
const processes = 4;
const claimersEach = 16;
const orders = {
  runId: run,
  claimers: claimersEach,
  allClaimers: processes * claimersEach,
  workMs: 1,
  leaseMs: 60_000,
  leaseGraceMs: 200,
  hang: false,
};

// They compute all the time, so beside many others they take as much longer.
const patient = { timeout: 15 * 60_000 };

/** Real processes race for tasks and are killed. */
export function claimRaceContract(harness: RaceHarness): void {
  describe(`processes that race for tasks on ${harness.name}`, patient, () => {
    it('64 claimers in 4 processes claim each of 1,000 tasks once, in order, after what it waits for', async () => {
      const site = await harness.open();
      const { where, store } = site;
      const tasks = manyTasks(1_000);
      await store.createRun(aRun());
      await store.addTasks({ runId: run, batch: 'plan-1', tasks, now: Date.now() });
      const reports = await raceClaimers(
        Array.from({ length: processes }, () => ({ ...orders, where })),
      );
      const claims = reports.flatMap((report) => report.claims);
      expect(claims.map(({ task }) => task).toSorted()).toEqual(
        tasks.map((task) => task.id).toSorted(),
      );
      expect(claims.filter(({ accepted, attemptNo }) => !accepted || attemptNo !== 1)).toEqual([]);
      expect(reports.map((report) => report.claims.length > 0)).toEqual([true, true, true, true]);
      expect(claimedTooEarly(claims, tasks)).toEqual([]);
      expect(largestInversion(claims, tasks)).toBeLessThanOrEqual(harness.inversion);
      const ended = await store.listTasks(run);
      expect(ended.filter(({ status }) => status !== 'succeeded')).toEqual([]);
      await site.close();
    });

    it('a killed claimer loses its lease at its end, its task is claimed again, its late result refused', async () => {
      const site = await harness.open();
      const { where, store } = site;
      await store.createRun(aRun());
      await store.addTasks({ runId: run, batch: 'plan-1', tasks: manyTasks(3), now: Date.now() });
      const holder = await startHolder({ ...orders, where, allClaimers: 1, leaseMs: 1_500 });
      const held = taskId(holder.task);
      await holder.kill();
      const until = (await find(store, held)).lease?.until ?? 0;
      const { claims } = await runClaimers({ ...orders, where, claimers: 2, allClaimers: 2 });
      const again = claims.find(({ task }) => task === held);
      expect(again).toMatchObject({ attemptNo: 2, accepted: true });
      expect(again?.claimedAt).toBeGreaterThanOrEqual(until);
      const before = [await store.listTasks(run), await store.listAttempts(run)];
      const late = await store.finishAttempt(anAttemptResult({ taskId: held, attemptNo: 1 }));
      expect(late).toEqual({ kind: 'stale' });
      expect([await store.listTasks(run), await store.listAttempts(run)]).toEqual(before);
      expect((await find(store, held)).leaseLosses).toBe(1);
      await site.close();
    });
  });
}

function id(number: number): string {
  return `task-${String(number).padStart(4, '0')}`;
}

/** Ten priorities; every third task waits for one or two that come before it. */
function manyTasks(count: number): readonly NewTask[] {
  return Array.from({ length: count }, (_, number) => {
    const waits = number >= 3 && number % 3 === 0;
    const causes = waits ? [id(number - 2), id(Math.floor(number / 2))] : [];
    return aNewTask({
      id: id(number),
      fingerprint: id(number),
      priority: (number * 7) % 10,
      dependsOn: [...new Set(causes)],
    });
  });
}

async function find(store: RunStore, wanted: TaskId) {
  const task = (await store.listTasks(run)).find((each) => each.id === wanted);
  if (task === undefined) throw new Error(`no task ${wanted}`);
  return task;
}

/** Claims that were answered before the result of a dependency was even sent. */
function claimedTooEarly(claims: readonly Claimed[], tasks: readonly NewTask[]): readonly TaskId[] {
  const finishedAt = new Map(claims.map((claim) => [claim.task, claim.finishedAt]));
  const causesOf = new Map(tasks.map((task) => [task.id, task.dependsOn]));
  return claims
    .filter(({ task, claimedAt }) =>
      (causesOf.get(task) ?? []).some((cause) => (finishedAt.get(cause) ?? Infinity) > claimedAt),
    )
    .map(({ task }) => task);
}

/** For each claim: more urgent tasks that were free before it asked and not asked for until it had its own. */
function largestInversion(claims: readonly Claimed[], tasks: readonly NewTask[]): number {
  const order = new Map(tasks.map((task) => [task.id, claimOrder(task)]));
  const urgency = (task: TaskId): string => order.get(task) ?? '';
  const acceptedAt = new Map(claims.map((claim) => [claim.task, claim.acceptedAt]));
  const freeAt = new Map(
    tasks.map((task) => [
      task.id,
      Math.max(0, ...task.dependsOn.map((cause) => acceptedAt.get(cause) ?? Infinity)),
    ]),
  );
  const passedOver = claims.map(
    (mine) =>
      claims.filter(
        (other) =>
          urgency(other.task) < urgency(mine.task) &&
          (freeAt.get(other.task) ?? Infinity) < mine.askedAt &&
          other.askedAt > mine.claimedAt,
      ).length,
  );
  return Math.max(...passedOver);
}
