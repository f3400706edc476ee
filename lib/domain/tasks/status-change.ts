import type { Task } from '../model/task.ts';
import { ended, reopened } from './lifecycle.ts';

/** A change of status from outside an attempt: an operator, a person's answer, a closing run. */
export function withStatus(
  task: Task,
  change: {
    readonly to: 'queued' | 'succeeded' | 'blocked' | 'abandoned';
    readonly reason: string;
  },
  now: number,
): Task {
  return change.to === 'queued'
    ? reopened(task, change.reason, now)
    : ended(task, { status: change.to, reason: change.reason }, now);
}
