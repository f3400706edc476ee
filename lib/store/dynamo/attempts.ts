import {
  type Attempt,
  type AttemptResult,
  type AttemptStart,
  attempt,
  attemptStart,
} from '#model/attempt.ts';
import type { RunId, TaskId } from '#model/ids.ts';
import { requireStorable } from '#base/not-storable.ts';
import { compareText } from '#base/order.ts';
import { completeAttempt, settleAttempts } from '#repair/rules/tasks/attempts.ts';
import { getItem, putItem, putItemIfAbsent, queryPrefix } from './items.ts';
import { keys } from './keys.ts';
import { unpackSummary } from './overflow.ts';
import type { RunStoreContext } from './run-context.ts';
import type { DynamoTable } from './table.ts';
import { type LastAttempt, loadTaskItem, queryTaskItems, type TaskItem } from './task-items.ts';

export async function putAttemptItem(
  table: DynamoTable,
  start: AttemptStart,
): Promise<'created' | 'exists'> {
  const stored = requireStorable('attempt', attemptStart, start);
  const key = keys.attempt(stored.runId, stored.taskId, stored.attemptNo);
  const outcome = await putItemIfAbsent(table, { ...key, ...stored, status: 'running' });
  return outcome === 'put' ? 'created' : 'exists';
}

export async function getAttemptStart(
  table: DynamoTable,
  { runId, taskId, attemptNo }: AttemptResult,
): Promise<AttemptStart | undefined> {
  const item = await getItem(table, keys.attempt(runId, taskId, attemptNo));
  return item && attemptStart.parse(item);
}

/** Moves a result from its task to an item of its own, before the next result replaces it. */
export async function fileAttempt(
  table: DynamoTable,
  { start, result }: LastAttempt,
): Promise<void> {
  const key = keys.attempt(start.runId, start.taskId, start.attemptNo);
  await putItem(table, { ...key, ...completeAttempt(start, result) });
}

export async function queryAttempts(
  context: RunStoreContext,
  run: RunId,
  task?: TaskId,
): Promise<readonly Attempt[]> {
  const prefix = task === undefined ? 'ATT#' : `ATT#${task}#`;
  const items = await queryPrefix(context.table, keys.run(run).pk, prefix);
  const tasks = await queryTasksFor(context.table, run, task);
  const filed = items.map((item) => attempt.parse(item));
  const attempts = settleAttempts(
    mergeLastResults(filed, tasks),
    tasks.map((item) => item.task),
  );
  return Promise.all(attempts.map((each) => unpackSummary(context.artifacts, each)));
}

/** The attempts are read before the tasks: what moves in between is then seen in both. */
export function mergeLastResults(
  filed: readonly Attempt[],
  tasks: readonly TaskItem[],
): readonly Attempt[] {
  const merged = new Map(filed.map((each) => [`${each.taskId}#${each.attemptNo}`, each]));
  for (const { last } of tasks) {
    if (last === undefined) continue;
    const { taskId, attemptNo } = last.start;
    merged.set(`${taskId}#${attemptNo}`, completeAttempt(last.start, last.result));
  }
  return [...merged.values()].toSorted(
    (a, b) => compareText(a.taskId, b.taskId) || a.attemptNo - b.attemptNo,
  );
}

async function queryTasksFor(
  table: DynamoTable,
  run: RunId,
  task?: TaskId,
): Promise<readonly TaskItem[]> {
  if (task === undefined) return queryTaskItems(table, run);
  const item = await loadTaskItem(table, run, task);
  return item === undefined ? [] : [item];
}
