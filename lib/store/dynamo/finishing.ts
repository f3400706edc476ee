import type { AttemptResult } from '#model/attempt.ts';
import { presumedStart } from '#repair/rules/tasks/attempts.ts';
import { afterAttempt, holdsLease } from '#repair/rules/tasks/lifecycle.ts';
import { mayChange, withStatus } from '#repair/rules/tasks/status-change.ts';
import { findStatuses, judgeReadiness } from '#repair/rules/tasks/readiness.ts';
import type { FinishOutcome, RunStore, TaskChange } from '#model/needs/run-store.ts';
import { fileAttempt, getAttemptStart } from './attempts.ts';
import { packResult } from './overflow.ts';
import { releaseDependants } from './repairs.ts';
import type { RunStoreContext } from './run-context.ts';
import { isRunItemOpen } from './runs.ts';
import {
  type LastAttempt,
  loadTaskItem,
  loadTaskItems,
  replaceTask,
  type TaskItem,
} from './task-items.ts';
import { updateItem } from './items.ts';
import { keys } from './keys.ts';

/**
 * Accepts the result of the attempt that holds the lease: one write changes the task and carries the
 * result, the rest repeats harmlessly.
 */
export async function finishAttemptItem(
  context: RunStoreContext,
  result: AttemptResult,
): Promise<FinishOutcome> {
  const packed = await packResult(context.artifacts, result);
  for (;;) {
    const item = await loadTaskItem(context.table, result.runId, result.taskId);
    if (item === undefined) return { kind: 'stale' };
    if (!holdsLease(item.task, result.attemptNo)) return acceptRepeated(context, item, result);
    const accepted = await acceptResult(context, item, packed);
    if (accepted !== undefined) {
      await releaseDependants(context, accepted, result.finishedAt);
      return { kind: 'accepted', task: accepted.task };
    }
  }
}

/** Undefined when the task changed meanwhile, at least by a renewal of the lease. */
async function acceptResult(
  context: RunStoreContext,
  item: TaskItem,
  result: AttemptResult,
): Promise<TaskItem | undefined> {
  const { table } = context;
  if (item.last !== undefined) await fileAttempt(table, item.last);
  const start =
    (await getAttemptStart(table, result)) ?? presumedStart(item.task, result.attemptNo);
  if (start === undefined) return undefined;
  const next = afterAttempt(item.task, result);
  const last: LastAttempt = { start, result };
  const offer = next.status === 'queued';
  const outcome = await replaceTask(table, { seenRev: item.task.rev, next, offer, last });
  return outcome.kind === 'done' ? { ...item, task: next, offered: offer, last } : undefined;
}

/** A worker that did not hear our answer sends the same result again. */
async function acceptRepeated(
  context: RunStoreContext,
  item: TaskItem,
  { attemptNo, finishedAt, outcome }: AttemptResult,
): Promise<FinishOutcome> {
  const last = item.last?.result;
  const same =
    last?.attemptNo === attemptNo && last.finishedAt === finishedAt && last.outcome === outcome;
  if (!same) return { kind: 'stale' };
  await releaseDependants(context, item, finishedAt);
  return { kind: 'accepted', task: item.task };
}

export async function renewLeaseItem(
  { table }: RunStoreContext,
  { runId, taskId, fence, until }: Parameters<RunStore['renewLease']>[0],
): Promise<'renewed' | 'lost'> {
  const outcome = await updateItem(table, keys.task(runId, taskId), {
    UpdateExpression: 'SET lease.#until = :until, rev = rev + :one',
    ConditionExpression: '#status = :running AND lease.fence = :fence',
    ExpressionAttributeNames: { '#until': 'until', '#status': 'status' },
    ExpressionAttributeValues: {
      ':until': until,
      ':one': 1,
      ':running': 'running',
      ':fence': fence,
    },
  });
  return outcome.kind === 'done' ? 'renewed' : 'lost';
}

/** A change from outside an attempt: an operator, a person's answer, a closing run. */
export async function changeTaskItem(
  context: RunStoreContext,
  change: TaskChange,
): Promise<'updated' | 'refused' | 'unknown'> {
  for (;;) {
    const item = await loadTaskItem(context.table, change.runId, change.taskId);
    if (item === undefined) return 'unknown';
    const live = await isRunItemOpen(context.table, change.runId);
    if (!live || !mayChange(item.task, change)) return 'refused';
    const next = withStatus(item.task, change, change.now);
    const offer = next.status === 'queued' && (await isReady(context, item));
    const outcome = await replaceTask(context.table, { seenRev: item.task.rev, next, offer });
    if (outcome.kind === 'refused') continue;
    await releaseDependants(context, { ...item, task: next }, change.now);
    return 'updated';
  }
}

async function isReady(context: RunStoreContext, { task }: TaskItem): Promise<boolean> {
  const causes = await loadTaskItems(context.table, task.runId, task.dependsOn);
  return judgeReadiness(task, findStatuses(causes.map((cause) => cause.task))).kind === 'ready';
}
