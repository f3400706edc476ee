import type { AttemptResult } from '#model/attempt.ts';
import { presumedStart } from '#repair/rules/tasks/attempts.ts';
import { afterAttempt, holdsLease } from '#repair/rules/tasks/lifecycle.ts';
import { mayChange, withStatus } from '#repair/rules/tasks/status-change.ts';
import type { FinishOutcome, RunStore, TaskChange } from '#model/needs/run-store.ts';
import type { Database } from '../database.ts';
import { transaction } from '../transaction.ts';
import { findStart, isRecorded, recordResult } from './attempts.ts';
import { settleTask } from './dependants.ts';
import { isRunning } from './runs.ts';
import { loadTask, updateTask } from './task-rows.ts';

/** Accepts the result of the attempt that holds the lease, and the same result again. */
export function finishAttempt(database: Database, result: AttemptResult): FinishOutcome {
  return transaction(database, () => {
    const task = loadTask(database, result.runId, result.taskId);
    if (task === undefined) return { kind: 'stale' };
    if (isRecorded(database, result)) return { kind: 'accepted', task };
    const start = findStart(database, result) ?? presumedStart(task, result.attemptNo);
    if (start === undefined || !holdsLease(task, result.attemptNo)) return { kind: 'stale' };
    recordResult(database, start, result);
    const next = afterAttempt(task, result);
    settleTask(database, next, result.finishedAt);
    return { kind: 'accepted', task: next };
  });
}

export function renewLease(
  database: Database,
  { runId, taskId, fence, until }: Parameters<RunStore['renewLease']>[0],
): 'renewed' | 'lost' {
  return transaction(database, () => {
    const task = loadTask(database, runId, taskId);
    if (task?.lease === undefined || !holdsLease(task, fence)) return 'lost';
    const renewed = { ...task, lease: { ...task.lease, until }, rev: task.rev + 1 };
    updateTask(database, { task: renewed, readiness: 'waiting' });
    return 'renewed';
  });
}

/** A change from outside an attempt: an operator, a person's answer, a closing run. */
export function updateTaskStatus(
  database: Database,
  change: TaskChange,
): 'updated' | 'refused' | 'unknown' {
  return transaction(database, () => {
    const task = loadTask(database, change.runId, change.taskId);
    if (task === undefined) return 'unknown';
    const allowed = mayChange(task, change) && isRunning(database, change.runId);
    if (!allowed) return 'refused';
    settleTask(database, withStatus(task, change, change.now), change.now);
    return 'updated';
  });
}
