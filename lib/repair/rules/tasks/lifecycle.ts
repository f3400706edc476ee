import type { AttemptResult } from '#model/attempt.ts';
import type { NewTask, RetryPolicy, Task, TaskStatus } from '#model/task.ts';

/** A final status is left only by a person: a blocked task whose question was answered. */
export function isFinal(status: TaskStatus): boolean {
  return status !== 'queued' && status !== 'running';
}

export function newQueuedTask(task: NewTask, now: number): Task {
  return {
    ...task,
    status: 'queued',
    attemptNo: 0,
    failures: 0,
    leaseLosses: 0,
    rev: 1,
    createdAt: now,
    updatedAt: now,
  };
}

/** Only the holder of the live lease may speak for the task. */
export function holdsLease(task: Task, fence: number): boolean {
  return task.status === 'running' && task.lease?.fence === fence;
}

/** What an attempt makes of its task: success, a person's case, another try, or the end. An interrupted one is no try. */
export function afterAttempt(task: Task, { outcome, ...result }: AttemptResult): Task {
  const now = result.finishedAt;
  if (outcome === 'interrupted') {
    return requeueTask(task, result.reason ?? 'the attempt was interrupted', now);
  }
  if (outcome !== 'failed') return endTask(task, { status: outcome, reason: result.reason }, now);
  const failures = task.failures + 1;
  const reason = result.reason ?? 'the attempt failed';
  if (failures >= task.retryPolicy.maxAttempts) {
    const last = `${reason} (attempt ${failures} was the last)`;
    return endTask({ ...task, failures }, { status: 'abandoned', reason: last }, now);
  }
  const notBefore = now + backoffAfter(task.retryPolicy, failures);
  return requeueTask({ ...task, failures, notBefore }, reason, now);
}

/** A worker that vanished costs no attempt, but a task that keeps killing workers is given up. */
export function afterLeaseLoss(task: Task, now: number): Task {
  const leaseLosses = task.leaseLosses + 1;
  const reason = `worker ${task.lease?.worker ?? 'unknown'} vanished`;
  if (leaseLosses < task.retryPolicy.maxLeaseLosses) {
    return requeueTask({ ...task, leaseLosses }, reason, now);
  }
  const last = `${reason}, ${leaseLosses} times by now`;
  return endTask({ ...task, leaseLosses }, { status: 'abandoned', reason: last }, now);
}

interface Ending {
  readonly status: 'succeeded' | 'blocked' | 'abandoned';
  readonly reason: string | undefined;
}

export function endTask(task: Task, { status, reason }: Ending, now: number): Task {
  const { lease: _, notBefore: __, statusReason: ___, ...rest } = task;
  return withNewRevision(
    { ...rest, status, ...(reason !== undefined && { statusReason: reason }) },
    now,
  );
}

/** A person sends a task back, for example with the answer it waited for. */
export function reopenTask(task: Task, reason: string, now: number): Task {
  return requeueTask(task, reason, now);
}

/** The task itself stays as it is; only its revision tells that it was offered. */
export function offerTaskAgain(task: Task, now: number): Task {
  return withNewRevision(task, now);
}

function requeueTask(task: Task, reason: string, now: number): Task {
  const { lease: _, ...rest } = task;
  return withNewRevision({ ...rest, status: 'queued', statusReason: reason }, now);
}

function withNewRevision(task: Task, now: number): Task {
  return { ...task, rev: task.rev + 1, updatedAt: now };
}

function backoffAfter({ backoff }: RetryPolicy, failures: number): number {
  // Without this a growth beyond all numbers would multiply 0 to NaN.
  if (backoff.initialMs === 0) return 0;
  const grown = backoff.initialMs * backoff.factor ** Math.max(0, failures - 1);
  return Math.round(Math.min(backoff.maxMs, grown));
}
