import type { TaskId } from '../model/ids.ts';
import type { Task } from '../model/task.ts';
import { afterLeaseLoss, ended, offeredAgain } from './lifecycle.ts';
import { readiness } from './readiness.ts';

/** One change that a sweep makes, valid only for the revision it was planned from. */
export interface Repair {
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
 * nobody offered, tasks that wait for something that will never succeed.
 */
export function planRepairs(view: SweepView): readonly Repair[] {
  const expired = view.tasks
    .filter((task) => isExpired(task, view))
    .map((task) => {
      const next = afterLeaseLoss(task, view.now);
      return { seenRev: task.rev, next, offer: next.status === 'queued' };
    });
  return planReleases(view, expired);
}

/** When a sweep could find more to do than now, if nobody writes in between. */
export function nextSweepAt(view: Omit<SweepView, 'offered'>): number | undefined {
  const times = view.tasks.flatMap((task) => {
    if (task.status === 'running' && task.lease) return [task.lease.until + view.graceMs];
    return task.status === 'queued' && task.notBefore !== undefined ? [task.notBefore] : [];
  });
  const later = times.filter((time) => time > view.now);
  return later.length > 0 ? Math.min(...later) : undefined;
}

/** Giving one task up can make others hopeless, so this goes on until nothing changes. */
function planReleases(view: SweepView, planned: readonly Repair[]): readonly Repair[] {
  const repairs = new Map(planned.map((repair) => [repair.next.id, repair]));
  const tasks = new Map(view.tasks.map((task) => [task.id, task]));
  const current = (id: TaskId): Task | undefined => repairs.get(id)?.next ?? tasks.get(id);
  for (let before = -1; before !== repairs.size;) {
    before = repairs.size;
    for (const task of view.tasks) {
      if (task.status !== 'queued' || repairs.has(task.id)) continue;
      const repair = planRelease(task, (id) => current(id)?.status, view);
      if (repair !== undefined) repairs.set(task.id, repair);
    }
  }
  return [...repairs.values()];
}

function planRelease(
  task: Task,
  statusOf: Parameters<typeof readiness>[1],
  { offered, now }: SweepView,
): Repair | undefined {
  const ready = readiness(task, statusOf);
  if (ready.kind === 'hopeless') {
    return { seenRev: task.rev, next: ended(task, 'abandoned', ready.reason, now), offer: false };
  }
  if (ready.kind === 'waiting' || offered.has(task.id)) return undefined;
  return { seenRev: task.rev, next: offeredAgain(task, now), offer: true };
}

function isExpired(task: Task, { now, graceMs }: SweepView): boolean {
  return task.status === 'running' && (task.lease?.until ?? 0) + graceMs <= now;
}
