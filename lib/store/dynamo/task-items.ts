import * as z from 'zod';
import { attemptResult, attemptStart } from '#model/attempt.ts';
import { type RunId, type TaskId, taskId } from '#model/ids.ts';
import { type NewTask, type Task, task } from '#model/task.ts';
import { claimOrder } from '#repair/rules/tasks/readiness.ts';
import {
  getItem,
  getItems,
  type Item,
  queryPrefix,
  updateItem,
  type UpdateOutcome,
} from './items.ts';
import { updateFields } from './assignment.ts';
import { claimPk, keys } from './keys.ts';
import type { DynamoTable } from './table.ts';

/**
 * The newest result stays on the task, in the same write that accepts it. Only when the next attempt
 * ends does it move to an item of its own; readers read both.
 */
const lastAttempt = z.object({ start: attemptStart, result: attemptResult });
export type LastAttempt = z.infer<typeof lastAttempt>;

/** A task with what only this store knows about it. */
export interface TaskItem {
  readonly task: Task;
  readonly offered: boolean;
  readonly dependants: readonly TaskId[];
  readonly last?: LastAttempt;
}

const extras = z.object({
  claimPk: z.string().optional(),
  dependants: z.set(taskId).optional(),
  last: lastAttempt.optional(),
});

export function parseTaskItem(item: Item): TaskItem {
  const { claimPk: offered, dependants = new Set(), last } = extras.parse(item);
  return {
    task: task.parse(item),
    offered: offered !== undefined,
    dependants: [...dependants],
    ...(last && { last }),
  };
}

export async function loadTaskItem(
  table: DynamoTable,
  run: RunId,
  id: TaskId,
): Promise<TaskItem | undefined> {
  const item = await getItem(table, keys.task(run, id));
  return item && parseTaskItem(item);
}

export async function loadTaskItems(
  table: DynamoTable,
  run: RunId,
  ids: Iterable<TaskId>,
): Promise<readonly TaskItem[]> {
  const items = await getItems(
    table,
    [...new Set(ids)].map((id) => keys.task(run, id)),
  );
  return items.map(parseTaskItem);
}

/** All tasks of a run, as their last writers left them. */
export async function queryTaskItems(table: DynamoTable, run: RunId): Promise<readonly TaskItem[]> {
  const items = await queryPrefix(table, keys.run(run).pk, 'TASK#');
  return items.map(parseTaskItem);
}

export function offerKeys(next: NewTask): Item {
  return { claimPk: claimPk(next.runId), claimSk: claimOrder(next) };
}

export interface Replacement {
  readonly seenRev: number;
  readonly next: Task;
  /** Whether the task may be claimed from now on. */
  readonly offer: boolean;
  readonly last?: LastAttempt;
}

/** What a change of a task may touch; the rest of it is as planned for ever. */
const changing = [
  'status',
  'statusReason',
  'attemptNo',
  'failures',
  'leaseLosses',
  'notBefore',
  'lease',
  'rev',
  'updatedAt',
] as const satisfies readonly (keyof Task)[];

/** Replaces a task unless another writer changed it since it was read. */
export async function replaceTask(
  table: DynamoTable,
  { seenRev, next, offer, last }: Replacement,
): Promise<UpdateOutcome> {
  const values: Item = {
    ...Object.fromEntries(changing.map((name) => [name, next[name]])),
    claimPk: undefined,
    claimSk: undefined,
    ...(offer && offerKeys(next)),
    ...(last && { last }),
  };
  const update = updateFields(values);
  return updateItem(table, keys.task(next.runId, next.id), {
    ...update,
    ConditionExpression: '#rev = :seen',
    ExpressionAttributeValues: { ...update.ExpressionAttributeValues, ':seen': seenRev },
  });
}
