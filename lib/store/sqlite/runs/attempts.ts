import { type Attempt, type AttemptResult, type AttemptStart, attempt } from '#model/attempt.ts';
import type { RunId, TaskId } from '#model/ids.ts';
import { completeAttempt, settleAttempts } from '#repair/rules/tasks/attempts.ts';
import type { Database, Row } from '../database.ts';
import { insertRow, keepFirst, keepLast } from '../insert.ts';
import { createRowMap, storedObject } from '../row-map.ts';
import { snapshot, transaction } from '../transaction.ts';
import { taskFromRow } from './task-rows.ts';

const attempts = createRowMap<Attempt>(
  'attempt',
  attempt.extend({ summary: storedObject.optional() }),
  {
    runId: 'run_id',
    taskId: 'task_id',
    attemptNo: 'attempt_no',
    worker: 'worker',
    agentName: 'agent_name',
    startedAt: 'started_at',
    agentExitCode: 'agent_exit_code',
    validationExitCode: 'validation_exit_code',
    finishedAt: 'finished_at',
    summary: 'summary_json',
    diffStats: 'diff_stats_json',
    artifacts: 'artifacts_json',
    verdict: 'verdict_json',
    cost: 'cost_json',
    status: 'status',
    reason: 'reason',
  },
);

const key = ['run_id', 'task_id', 'attempt_no'];

export function insertAttempt(database: Database, start: AttemptStart): 'created' | 'exists' {
  const row = attempts.toRow({ ...start, status: 'running' });
  return transaction(database, () => {
    const onConflict = keepFirst(...key);
    return insertRow(database, { table: 'attempts', row, onConflict }) === 1 ? 'created' : 'exists';
  });
}

/** Says how the attempt that this result speaks of began, if its worker told. */
export function selectAttemptStart(
  database: Database,
  result: AttemptResult,
): AttemptStart | undefined {
  const row = selectAttemptRow(database, result);
  return row && attempts.fromRow(row);
}

/** Whether this very result was accepted before. */
export function isRecorded(database: Database, result: AttemptResult): boolean {
  const row = selectAttemptRow(database, result);
  return row?.['outcome'] === result.outcome && row['finished_at'] === result.finishedAt;
}

export function recordResult(database: Database, start: AttemptStart, result: AttemptResult): void {
  const row = { ...attempts.toRow(completeAttempt(start, result)), outcome: result.outcome };
  insertRow(database, { table: 'attempts', row, onConflict: keepLast(row, ...key) });
}

export function selectAttempts(database: Database, run: RunId, task?: TaskId): readonly Attempt[] {
  return snapshot(database, () => readAttempts(database, run, task));
}

/** To be read with the tasks of the same moment: only a task that runs keeps an attempt alive. */
export function readAttempts(database: Database, run: RunId, task?: TaskId): readonly Attempt[] {
  const rows = database.all(
    `SELECT * FROM attempts WHERE run_id = ?1 AND (?2 IS NULL OR task_id = ?2)
     ORDER BY task_id, attempt_no`,
    run,
    task ?? null,
  );
  const running = database.all(
    'SELECT * FROM tasks WHERE run_id = ? AND lease_token IS NOT NULL',
    run,
  );
  return settleAttempts(
    rows.map((row) => attempts.fromRow(row)),
    running.map(taskFromRow),
  );
}

function selectAttemptRow(
  database: Database,
  { runId, taskId, attemptNo }: AttemptResult,
): Row | undefined {
  return database.get(
    'SELECT * FROM attempts WHERE run_id = ? AND task_id = ? AND attempt_no = ?',
    runId,
    taskId,
    attemptNo,
  );
}
