import type { Attempt, AttemptResult, AttemptStart } from '#model/attempt.ts';
import type { Task } from '#model/task.ts';
import { holdsLease } from './lifecycle.ts';

/** An attempt from its beginning and its end. Waiting for a person is no success. */
export function completeAttempt(start: AttemptStart, result: AttemptResult): Attempt {
  const { outcome, ...facts } = result;
  return { ...start, ...facts, status: outcome === 'succeeded' ? 'succeeded' : 'failed' };
}

/** What stands in for the beginning of an attempt whose worker never wrote it down. */
export function presumedStart(task: Task, attemptNo: number): AttemptStart | undefined {
  if (task.lease === undefined) return undefined;
  const { runId, id, lease, updatedAt } = task;
  const { worker } = lease;
  return { runId, taskId: id, attemptNo, worker, agentName: 'unknown', startedAt: updatedAt };
}

/**
 * What is stored says how an attempt began and, if its worker lived, how it ended. An attempt without
 * an end whose lease is gone has failed: that is never written down, so no crash can omit it.
 */
export function settleAttempts(
  attempts: readonly Attempt[],
  tasks: readonly Task[],
): readonly Attempt[] {
  const taskOf = new Map(tasks.map((task) => [task.id, task]));
  return attempts.map((attempt) => {
    const task = taskOf.get(attempt.taskId);
    const alive = task !== undefined && holdsLease(task, attempt.attemptNo);
    if (attempt.status !== 'running' || alive) return attempt;
    return { ...attempt, status: 'failed', reason: `worker ${attempt.worker} vanished` };
  });
}
