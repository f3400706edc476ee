import type { TaskId } from '#model/ids.ts';
import type { NewTask } from '#model/task.ts';
import { comparePlan } from '#repair/rules/tasks/graph.ts';
import { newQueuedTask } from '#repair/rules/tasks/lifecycle.ts';
import { findStatuses, judgeReadiness } from '#repair/rules/tasks/readiness.ts';
import type { AddTasks, AddTasksOutcome } from '#model/needs/run-store.ts';
import { putItemIfAbsent, updateItem } from './items.ts';
import { keys } from './keys.ts';
import { releaseDependants } from './repairs.ts';
import type { RunStoreContext } from './run-context.ts';
import { isRunItemOpen } from './runs.ts';
import type { DynamoTable } from './table.ts';
import { loadTaskItems, offerKeys, queryTaskItems, type TaskItem } from './task-items.ts';

/** Puts this many tasks at once: enough to hide the way to the table, few enough not to be throttled. */
const parallel = 25;

/** Adds a plan task by task: when the planner dies half-way, the same plan added again adds the rest. */
export async function addTaskItems(
  context: RunStoreContext,
  added: AddTasks,
): Promise<AddTasksOutcome> {
  const existing = await queryTaskItems(context.table, added.runId);
  const { fresh, problems } = comparePlan(
    existing.map(({ task }) => task),
    added.tasks,
  );
  if (problems.length > 0) return { kind: 'refused', problems };
  if (!(await isRunItemOpen(context.table, added.runId))) return { kind: 'run-over' };
  await putTasks(context, added, { existing, fresh });
  return { kind: 'added' };
}

interface Insertion {
  readonly existing: readonly TaskItem[];
  readonly fresh: readonly NewTask[];
}

/** Waiting tasks before ready ones: a worker that claims a ready one finds its dependants there. */
async function putTasks(
  context: RunStoreContext,
  { runId, tasks, now }: AddTasks,
  { existing, fresh }: Insertion,
): Promise<void> {
  const statusOf = findStatuses(existing.map(({ task }) => task));
  const isReady = (task: NewTask): boolean => judgeReadiness(task, statusOf).kind === 'ready';
  const dependants = dependantsAmong(tasks);
  const older = [...dependants.keys()].filter((id) => statusOf(id) !== undefined);
  await inParallel(older, (id) =>
    addDependants(context.table, keys.task(runId, id), dependants.get(id)),
  );
  const insertTask = async (task: NewTask): Promise<void> => {
    await putItemIfAbsent(context.table, {
      ...keys.task(runId, task.id),
      ...newQueuedTask(task, now),
      ...(dependants.has(task.id) && { dependants: dependants.get(task.id) }),
      ...(isReady(task) && offerKeys(task)),
    });
  };
  await inParallel(
    fresh.filter((task) => !isReady(task)),
    insertTask,
  );
  await inParallel(fresh.filter(isReady), insertTask);
  // A dependency may have ended between the first read and the insertion.
  const causes = await loadTaskItems(context.table, runId, older);
  for (const cause of causes) await releaseDependants(context, cause, now);
}

function dependantsAmong(tasks: readonly NewTask[]): ReadonlyMap<TaskId, Set<TaskId>> {
  const dependants = new Map<TaskId, Set<TaskId>>();
  for (const { id, dependsOn } of tasks) {
    for (const cause of dependsOn) {
      dependants.set(cause, (dependants.get(cause) ?? new Set()).add(id));
    }
  }
  return dependants;
}

async function addDependants(
  table: DynamoTable,
  key: ReturnType<typeof keys.task>,
  dependants: Set<TaskId> | undefined,
): Promise<void> {
  if (dependants === undefined) return;
  await updateItem(table, key, {
    UpdateExpression: 'ADD dependants :dependants',
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeValues: { ':dependants': dependants },
  });
}

async function inParallel<T>(all: readonly T[], work: (each: T) => Promise<void>): Promise<void> {
  for (let start = 0; start < all.length; start += parallel) {
    await Promise.all(all.slice(start, start + parallel).map(work));
  }
}
