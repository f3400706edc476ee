import type { Task, TaskStatus } from '#model/task.ts';
import { endTask, reopenTask } from './lifecycle.ts';

export interface StatusChange {
  readonly from: readonly TaskStatus[];
  readonly to: 'queued' | 'succeeded' | 'blocked' | 'abandoned';
  readonly reason: string;
}

/** A success is never revoked: others may have built on it already. */
export function mayChange(task: Task, { from }: StatusChange): boolean {
  return task.status !== 'succeeded' && from.includes(task.status);
}

/** A change of status from outside an attempt: an operator, a person's answer, a closing run. */
export function withStatus(
  task: Task,
  { to, reason }: Pick<StatusChange, 'to' | 'reason'>,
  now: number,
): Task {
  return to === 'queued'
    ? reopenTask(task, reason, now)
    : endTask(task, { status: to, reason }, now);
}
