import {
  type Attempt,
  type AttemptResult,
  type AttemptStart,
  attempt,
  attemptStart,
} from '#model/attempt.ts';
import type { RunId, TaskId } from '#model/ids.ts';
import { completedAttempt, settleAttempts } from '#repair/rules/tasks/attempts.ts';
import { getItem, put, putIfAbsent, queryPrefix } from './items.ts';
import { keys } from './keys.ts';
import { unpackSummary } from './overflow.ts';
import type { RunStoreContext } from './run-context.ts';
import type { DynamoTable } from './table.ts';
import { type LastAttempt, loadTask, queryTasks, type TaskItem } from './task-items.ts';

export async function createAttempt(
  table: DynamoTable,
  start: AttemptStart,
): Promise<'created' | 'exists'> {
  const key = keys.attempt(start.runId, start.taskId, start.attemptNo);
  const outcome = await putIfAbsent(table, { ...key, ...start, status: 'running' });
  return outcome === 'put' ? 'created' : 'exists';
}

export async function findStart(
  table: DynamoTable,
  { runId, taskId, attemptNo }: AttemptResult,
): Promise<AttemptStart | undefined> {
  const item = await getItem(table, keys.attempt(runId, taskId, attemptNo));
  return item && attemptStart.parse(item);
}

/** Moves a result from its task to an item of its own, before the next result takes its place. */
export async function fileAttempt(
  table: DynamoTable,
  { start, result }: LastAttempt,
): Promise<void> {
  const key = keys.attempt(start.runId, start.taskId, start.attemptNo);
  await put(table, { ...key, ...completedAttempt(start, result) });
}

export async function listAttempts(
  context: RunStoreContext,
  run: RunId,
  task?: TaskId,
): Promise<readonly Attempt[]> {
  const prefix = task === undefined ? 'ATT#' : `ATT#${task}#`;
  const items = await queryPrefix(context.table, keys.run(run).pk, prefix);
  const tasks = await tasksOf(context.table, run, task);
  const filed = items.map((item) => attempt.parse(item));
  const attempts = settleAttempts(
    withLast(filed, tasks),
    tasks.map((item) => item.task),
  );
  return Promise.all(attempts.map((each) => unpackSummary(context.artifacts, each)));
}

/** The attempts are read before the tasks: what moves in between is then seen in both places. */
export function withLast(
  filed: readonly Attempt[],
  tasks: readonly TaskItem[],
): readonly Attempt[] {
  const merged = new Map(filed.map((each) => [`${each.taskId}#${each.attemptNo}`, each]));
  for (const { last } of tasks) {
    if (last === undefined) continue;
    const { taskId, attemptNo } = last.start;
    merged.set(`${taskId}#${attemptNo}`, completedAttempt(last.start, last.result));
  }
  return [...merged.values()].toSorted(
    (a, b) => compare(a.taskId, b.taskId) || a.attemptNo - b.attemptNo,
  );
}

async function tasksOf(
  table: DynamoTable,
  run: RunId,
  task?: TaskId,
): Promise<readonly TaskItem[]> {
  if (task === undefined) return queryTasks(table, run);
  const item = await loadTask(table, run, task);
  return item === undefined ? [] : [item];
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
