import type { Attempt } from '../model/attempt.ts';
import type { Task } from '../model/task.ts';
import { holdsLease } from './lifecycle.ts';

/**
 * What is stored says how an attempt began and, if its worker lived, how it ended. An attempt without
 * an end whose lease is gone has failed: nobody needs to write that down, so no crash can omit it.
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
