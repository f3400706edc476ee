import type { TaskId } from '#model/ids.ts';
import type { Task } from '#model/task.ts';
import { afterLeaseLoss, endTask, offerTaskAgain } from './lifecycle.ts';
import { judgeReadiness, type StatusOf } from './readiness.ts';

/** One change that a sweep makes, valid only for the revision it was planned from. */
export interface TaskRepair {
  readonly seenRev: number;
  readonly next: Task;
  /** Whether the task may be claimed from now on. */
  readonly offer: boolean;
}

export interface SweepView {
  readonly tasks: readonly Task[];
  /** Tasks that can be claimed already, as far as the store knows. */
  readonly offered: ReadonlySet<TaskId>;
  readonly now: number;
  /** Other writers' clocks may be this far behind ours. */
  readonly graceMs: number;
}

/**
 * Finds what died half-way: leases whose holder is gone, tasks whose dependencies are done but which
 * were not offered, tasks that wait for something that will never succeed.
 */
export function planRepairs(view: SweepView): readonly TaskRepair[] {
  const moved = new Map<TaskId, Task>();
  for (const task of view.tasks) {
    if (isExpired(task, view)) moved.set(task.id, afterLeaseLoss(task, view.now));
  }
  const tasks = new Map(view.tasks.map((task) => [task.id, task]));
  const statusOf: StatusOf = (id) => (moved.get(id) ?? tasks.get(id))?.status;
  abandonHopeless(view, moved, statusOf);
  return view.tasks.flatMap((task) => {
    const next = moved.get(task.id) ?? task;
    const ready = next.status === 'queued' && judgeReadiness(next, statusOf).kind === 'ready';
    if (next !== task) return [{ seenRev: task.rev, next, offer: ready }];
    if (!ready || view.offered.has(task.id)) return [];
    return [{ seenRev: task.rev, next: offerTaskAgain(task, view.now), offer: true }];
  });
}

/** When a sweep could find more to do than now, if no task changes in between. */
export function nextSweepAt(view: Omit<SweepView, 'offered'>): number | undefined {
  const times = view.tasks.flatMap((task) => {
    if (task.status === 'running' && task.lease) return [task.lease.until + view.graceMs];
    return task.status === 'queued' && task.notBefore !== undefined ? [task.notBefore] : [];
  });
  const later = times.filter((time) => time > view.now);
  return later.length > 0 ? Math.min(...later) : undefined;
}

/** Giving one task up can make others hopeless, so this goes on until nothing changes. */
function abandonHopeless(
  { tasks, now }: SweepView,
  moved: Map<TaskId, Task>,
  statusOf: StatusOf,
): void {
  for (let found = true; found;) {
    found = false;
    for (const task of tasks) {
      if (statusOf(task.id) !== 'queued') continue;
      const ready = judgeReadiness(task, statusOf);
      if (ready.kind !== 'hopeless') continue;
      // One write makes one revision, also for a task that lost its worker in the same sweep.
      const next = { ...(moved.get(task.id) ?? task), rev: task.rev };
      moved.set(task.id, endTask(next, { status: 'abandoned', reason: ready.reason }, now));
      found = true;
    }
  }
}

function isExpired(task: Task, { now, graceMs }: SweepView): boolean {
  return task.status === 'running' && (task.lease?.until ?? 0) + graceMs <= now;
}
