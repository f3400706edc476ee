import { taskId, type TaskId } from '#model/ids.ts';
import type { NewTask, Task } from '#model/task.ts';
import { isFinal } from '../tasks/lifecycle.ts';

/**
 * Of freshly planned tasks those that the run does not have. What was tried and failed is not tried again; what was
 * given up only because it waited for another is planned anew under another name.
 */
export function freshTasks(
  planned: readonly NewTask[],
  existing: readonly Task[],
  round: number,
): readonly NewTask[] {
  const ids = new Set(existing.map(({ id }) => id));
  const open = existing.filter(({ status }) => !isFinal(status));
  const names = new Map<TaskId, TaskId>();
  const fresh = planned.flatMap((task) => {
    if (open.some((other) => coversSame(other, task))) return [];
    const before = existing.filter((other) => isSameAs(task, other));
    if (before.length === 0) return [task];
    if (before.some(({ status, attemptNo }) => status !== 'abandoned' || attemptNo > 0)) return [];
    const id = taskId.parse(`${task.id}-${round}`);
    names.set(task.id, id);
    return ids.has(id) ? [] : [{ ...task, id }];
  });
  return waitForSharedFiles(fresh, { names, open });
}

/** Under its own name, or under one of a later round. */
function isSameAs({ id }: NewTask, other: Task): boolean {
  return other.id === id || other.id.startsWith(`${id}-`);
}

function coversSame(one: NewTask, other: NewTask): boolean {
  return one.tool === other.tool && one.taskType === other.taskType && sharesFile(one, other);
}

function sharesFile(one: Pick<NewTask, 'targets'>, other: Pick<NewTask, 'targets'>): boolean {
  const files = new Set(one.targets.files);
  if (files.size === 0) return other.targets.files.length === 0;
  return other.targets.files.some((file) => files.has(file));
}

/** No file is edited by two at once: who shares one with an open task waits for it. */
function waitForSharedFiles(
  fresh: readonly NewTask[],
  { names, open }: { readonly names: ReadonlyMap<TaskId, TaskId>; readonly open: readonly Task[] },
): readonly NewTask[] {
  const ids = new Set(fresh.map(({ id }) => id));
  return fresh.map((task) => {
    const planned = task.dependsOn.map((id) => names.get(id) ?? id).filter((id) => ids.has(id));
    const shared = open.filter((other) => sharesFile(other, task)).map(({ id }) => id);
    return { ...task, dependsOn: [...new Set([...planned, ...shared])] };
  });
}
