import type { RunId } from '#model/ids.ts';
import { planRepairs, type TaskRepair } from '#repair/rules/tasks/repair.ts';
import type { Database } from '../database.ts';
import { type StoredTask, storedTaskFromRow, updateTask } from './task-rows.ts';

export interface RepairTimes {
  readonly now: number;
  readonly graceMs: number;
}

/** Stores what the rules find to repair in a run; they are shown only what they could change. */
export function repairRunRows(
  database: Database,
  run: RunId,
  times: RepairTimes,
): readonly TaskRepair[] {
  return repairRows(database, loadSuspects(database, run, times.now), times);
}

/** Stores what the rules find to repair among these tasks. */
export function repairRows(
  database: Database,
  stored: readonly StoredTask[],
  times: RepairTimes,
): readonly TaskRepair[] {
  const ready = stored.filter(({ readiness }) => readiness === 'ready');
  const offered = new Set(ready.map(({ task }) => task.id));
  const repairs = planRepairs({ tasks: stored.map(({ task }) => task), offered, ...times });
  for (const { next, offer } of repairs) {
    updateTask(database, { task: next, readiness: offer ? 'ready' : 'waiting' });
  }
  return repairs;
}

/**
 * Every change frees or gives up what waits for it in its own transaction, so a repair finds only leases
 * whose time is over and tasks that were added in vain; then also what waits for those, and all that
 * any of them waits for.
 */
function loadSuspects(database: Database, run: RunId, now: number): readonly StoredTask[] {
  const suspects = database.all(
    `SELECT task_id FROM tasks
     WHERE run_id = ?1 AND lease_token IS NOT NULL AND lease_until <= ?2
     UNION ALL SELECT task_id FROM tasks WHERE run_id = ?1 AND hopeless = 1`,
    run,
    now,
  );
  if (suspects.length === 0) return [];
  const rows = database.all(
    `WITH RECURSIVE affected (task_id) AS (
       SELECT value FROM json_each(?2)
       UNION SELECT task_dependencies.task_id FROM affected JOIN task_dependencies
         ON task_dependencies.run_id = ?1 AND task_dependencies.depends_on = affected.task_id)
     SELECT * FROM tasks WHERE run_id = ?1 AND task_id IN (
       SELECT task_id FROM affected
       UNION SELECT awaited.value FROM affected
         JOIN tasks AS waiting ON waiting.run_id = ?1 AND waiting.task_id = affected.task_id,
         json_each(waiting.depends_on_json) AS awaited)
     ORDER BY task_id`,
    run,
    JSON.stringify(suspects.map((row) => row['task_id'])),
  );
  return rows.map(storedTaskFromRow);
}
