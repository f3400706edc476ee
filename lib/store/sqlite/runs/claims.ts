import type { RunId } from '#model/ids.ts';
import type { Task } from '#model/task.ts';
import { completion } from '#repair/rules/tasks/completion.ts';
import { nextSweepAt } from '#repair/rules/tasks/repair.ts';
import type { ClaimOutcome, ClaimRequest } from '#model/needs/run-store.ts';
import type { Database } from '../database.ts';
import { transaction } from '../transaction.ts';
import { repairRunRows, type RepairTimes } from './repairs.ts';
import { isRunRowOpen } from './runs.ts';
import { listStatuses, taskFromRow } from './task-rows.ts';

/** Claims in strict order. Only when the index has nothing to give does it search for what to repair. */
export function claimNextTaskRow(
  database: Database,
  request: ClaimRequest,
  leaseGraceMs: number,
): ClaimOutcome {
  return transaction(database, () => {
    const task = claimFirstReady(database, request) ?? findClaimed(database, request);
    return task ? { kind: 'claimed', task } : claimRepaired(database, request, leaseGraceMs);
  });
}

/** A claimer that did not hear our answer sends the same claim again. */
function findClaimed(database: Database, { runId, token }: ClaimRequest): Task | undefined {
  const row = database.get(
    'SELECT * FROM tasks WHERE run_id = ? AND lease_token = ?',
    runId,
    token,
  );
  return row && taskFromRow(row);
}

/** The one write of a claim, by one seek in the index. */
function claimFirstReady(
  database: Database,
  { runId, worker, now, leaseMs, token }: ClaimRequest,
): Task | undefined {
  const row = database.get(claimStatement, runId, now, worker, now + leaseMs, token);
  return row && taskFromRow(row);
}

/** The inner query gives no run where there is nothing to claim: it is over, or this claim was sent before. */
export const claimStatement = `
  UPDATE tasks SET
    status = 'running', status_reason = NULL, not_before = NULL, ready = 0,
    attempt_no = attempt_no + 1, claimed_by = ?3, lease_until = ?4, lease_token = ?5,
    rev = rev + 1, updated_at = ?2
  WHERE id = (
    SELECT id FROM tasks
    WHERE run_id = (
        SELECT run_id FROM runs WHERE run_id = ?1 AND status = 'running'
          AND NOT EXISTS (SELECT 1 FROM tasks WHERE run_id = ?1 AND lease_token = ?5))
      AND ready = 1 AND (not_before IS NULL OR not_before <= ?2)
    ORDER BY priority, task_id LIMIT 1)
  RETURNING *`;

function claimRepaired(database: Database, request: ClaimRequest, graceMs: number): ClaimOutcome {
  const { runId, now } = request;
  if (!isRunRowOpen(database, runId)) return { kind: 'complete' };
  const repairs = repairRunRows(database, runId, { now, graceMs });
  const task = repairs.some(({ offer }) => offer) ? claimFirstReady(database, request) : undefined;
  return task ? { kind: 'claimed', task } : describeWaiting(database, runId, { now, graceMs });
}

/** Only what is under way or pauses can change by time alone, so only that is read as a whole. */
function describeWaiting(database: Database, run: RunId, times: RepairTimes): ClaimOutcome {
  const state = completion(listStatuses(database, run));
  if (state.kind === 'complete') return { kind: 'complete' };
  const rows = database.all(
    `SELECT * FROM tasks
     WHERE run_id = ? AND (lease_token IS NOT NULL OR not_before IS NOT NULL)`,
    run,
  );
  const retryAt = nextSweepAt({ tasks: rows.map(taskFromRow), ...times });
  return { kind: 'idle', remaining: state.remaining, ...(retryAt !== undefined && { retryAt }) };
}
