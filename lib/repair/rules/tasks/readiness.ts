import type { TaskId } from '#model/ids.ts';
import type { Task, TaskStatus } from '#model/task.ts';

export type StatusOf = (id: TaskId) => TaskStatus | undefined;

export type Readiness =
  | { readonly kind: 'ready' }
  | { readonly kind: 'waiting' }
  | { readonly kind: 'hopeless'; readonly reason: string };

/** Finds statuses among these tasks. */
export function findStatuses(tasks: readonly Task[]): StatusOf {
  const statuses = new Map(tasks.map(({ id, status }) => [id, status]));
  return (id) => statuses.get(id);
}

/** Whether a queued task may be claimed as far as its dependencies go. */
export function judgeReadiness(task: Pick<Task, 'dependsOn'>, statusOf: StatusOf): Readiness {
  const failed = task.dependsOn.find((id) => cannotSucceed(statusOf(id)));
  if (failed !== undefined) {
    return { kind: 'hopeless', reason: `it depends on ${failed}, which is ${statusOf(failed)}` };
  }
  const open = task.dependsOn.some((id) => statusOf(id) !== 'succeeded');
  return { kind: open ? 'waiting' : 'ready' };
}

/** Sorts like the order of claims: urgency first, then id. */
export function claimOrder(task: Pick<Task, 'priority' | 'id'>): string {
  return `${String(task.priority).padStart(4, '0')}#${task.id}`;
}

function cannotSucceed(status: TaskStatus | undefined): boolean {
  return status === 'blocked' || status === 'abandoned';
}
