import type { AttemptResult } from '#model/attempt.ts';
import { presumedStart } from '#repair/rules/tasks/attempts.ts';
import { afterAttempt, holdsLease } from '#repair/rules/tasks/lifecycle.ts';
import { mayChange, withStatus } from '#repair/rules/tasks/status-change.ts';
import type { FinishOutcome, RunStore, TaskChange } from '#model/needs/run-store.ts';
import type { RunId, TaskId } from '#model/ids.ts';
import type { Task } from '#model/task.ts';
import { findStatuses, type Readiness, judgeReadiness } from '#repair/rules/tasks/readiness.ts';
import type { Database } from '../database.ts';
import { transaction } from '../transaction.ts';
import { selectAttemptStart, isRecorded, recordResult } from './attempts.ts';
import { isRunRowOpen } from './runs.ts';
import { selectTask, updateTask, type StoredTask, storedTaskFromRow } from './task-rows.ts';
import { repairRows } from './repairs.ts';

/** Accepts the result of the attempt that holds the lease, and the same result again. */
export function finishAttemptRow(database: Database, result: AttemptResult): FinishOutcome {
  return transaction(database, () => {
    const task = selectTask(database, result.runId, result.taskId);
    if (task === undefined) return { kind: 'stale' };
    if (isRecorded(database, result)) return { kind: 'accepted', task };
    const start = selectAttemptStart(database, result) ?? presumedStart(task, result.attemptNo);
    if (start === undefined || !holdsLease(task, result.attemptNo)) return { kind: 'stale' };
    recordResult(database, start, result);
    const next = afterAttempt(task, result);
    settleTask(database, next, result.finishedAt);
    return { kind: 'accepted', task: next };
  });
}

export function renewLeaseRow(
  database: Database,
  { runId, taskId, fence, until }: Parameters<RunStore['renewLease']>[0],
): 'renewed' | 'lost' {
  return transaction(database, () => {
    const task = selectTask(database, runId, taskId);
    if (task?.lease === undefined || !holdsLease(task, fence)) return 'lost';
    const renewed = { ...task, lease: { ...task.lease, until }, rev: task.rev + 1 };
    updateTask(database, { task: renewed, readiness: 'waiting' });
    return 'renewed';
  });
}

/** A change from outside an attempt: an operator, a person's answer, a closing run. */
export function changeTaskRow(
  database: Database,
  change: TaskChange,
): 'updated' | 'refused' | 'unknown' {
  return transaction(database, () => {
    const task = selectTask(database, change.runId, change.taskId);
    if (task === undefined) return 'unknown';
    const allowed = mayChange(task, change) && isRunRowOpen(database, change.runId);
    if (!allowed) return 'refused';
    settleTask(database, withStatus(task, change, change.now), change.now);
    return 'updated';
  });
}

/**
 * Stores a task whose status changed, and frees or gives up those that wait for it. Only they and what
 * else they wait for are read, however large the run is.
 */
function settleTask(database: Database, task: Task, now: number): void {
  updateTask(database, { task, readiness: readinessOf(database, task) });
  let moved: readonly Task[] = [task];
  while (moved.length > 0) {
    const affected = loadAffected(database, task.runId, moved);
    const repairs = repairRows(database, affected, { now, graceMs: leasesAreNotJudgedHere });
    moved = repairs.filter(({ offer }) => !offer).map(({ next }) => next);
  }
}

// The time of a result is that of its worker's clock, which must not end the leases of others.
const leasesAreNotJudgedHere = Number.POSITIVE_INFINITY;

/** The direct dependants and everything they wait for. */
function loadAffected(
  database: Database,
  run: RunId,
  causes: readonly Task[],
): readonly StoredTask[] {
  const ids = JSON.stringify(causes.map(({ id }) => id));
  const waiting = database.all(
    `SELECT * FROM tasks WHERE run_id = ?1 AND task_id IN
       (SELECT task_id FROM task_dependencies
        WHERE run_id = ?1 AND depends_on IN (SELECT value FROM json_each(?2)))`,
    run,
    ids,
  );
  const dependants = waiting.map(storedTaskFromRow);
  const known = new Set(dependants.map(({ task }) => task.id));
  const others = dependants.flatMap(({ task }) => task.dependsOn.filter((id) => !known.has(id)));
  return [...dependants, ...selectTasks(database, run, others)];
}

function readinessOf(database: Database, task: Task): Readiness['kind'] {
  if (task.status !== 'queued') return 'waiting';
  const causes = selectTasks(database, task.runId, task.dependsOn);
  return judgeReadiness(task, findStatuses(causes.map((cause) => cause.task))).kind;
}

function selectTasks(
  database: Database,
  run: RunId,
  ids: readonly TaskId[],
): readonly StoredTask[] {
  if (ids.length === 0) return [];
  const rows = database.all(
    `SELECT * FROM tasks
     WHERE run_id = ?1 AND task_id IN (SELECT value FROM json_each(?2)) ORDER BY task_id`,
    run,
    JSON.stringify(ids),
  );
  return rows.map(storedTaskFromRow);
}
