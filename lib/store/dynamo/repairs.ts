import type { TaskId } from '#model/ids.ts';
import { isFinal } from '#repair/rules/tasks/lifecycle.ts';
import { planRepairs } from '#repair/rules/tasks/repair.ts';
import type { RepairContext } from './run-context.ts';
import { loadTaskItems, replaceTask, type TaskItem } from './task-items.ts';

/** Repairs what the rules find broken among these tasks; of two that change one task, the first wins. */
export async function repairTaskItems(
  { table, leaseGraceMs }: RepairContext,
  items: readonly TaskItem[],
  now: number,
): Promise<number> {
  const offered = new Set(items.filter((item) => item.offered).map(({ task }) => task.id));
  const tasks = items.map((item) => item.task);
  const repairs = planRepairs({ tasks, offered, now, graceMs: leaseGraceMs });
  let repaired = 0;
  for (const repair of repairs) {
    const outcome = await replaceTask(table, repair);
    if (outcome.kind === 'done') repaired += 1;
  }
  return repaired;
}

/**
 * After a task ended: frees or gives up those that waited for it. It reads them and all they wait for
 * strongly, after the end was written, so of two finishers at least the later sees both ends. Leases
 * are left to the sweep, which sees all tasks.
 */
export async function releaseDependants(
  context: RepairContext,
  ended: TaskItem,
  now: number,
): Promise<void> {
  let frontier = [ended];
  while (frontier.length > 0) {
    const { runId } = ended.task;
    const waiting = await loadTaskItems(context.table, runId, frontier.flatMap(dependantsOf));
    const causes = await loadTaskItems(context.table, runId, listCauses(waiting));
    if (waiting.length === 0) return;
    await repairTaskItems({ ...context, leaseGraceMs: Infinity }, [...causes, ...waiting], now);
    const after = await loadTaskItems(context.table, runId, waiting.flatMap(withDependants));
    frontier = after.filter(({ task }) => isFinal(task.status) && task.status !== 'succeeded');
  }
}

function dependantsOf(item: TaskItem): readonly TaskId[] {
  return item.dependants;
}

function withDependants({ task, dependants }: TaskItem): readonly TaskId[] {
  return dependants.length > 0 ? [task.id] : [];
}

function listCauses(waiting: readonly TaskItem[]): readonly TaskId[] {
  const known = new Set(waiting.map(({ task }) => task.id));
  return waiting.flatMap(({ task }) => task.dependsOn.filter((id) => !known.has(id)));
}
