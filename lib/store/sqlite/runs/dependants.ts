import type { RunId, TaskId } from '#model/ids.ts';
import type { Task } from '#model/task.ts';
import { type Readiness, readiness } from '#repair/rules/tasks/readiness.ts';
import type { Database } from '../database.ts';
import { repair } from './repairs.ts';
import { type StoredTask, storedTaskFromRow, updateTask } from './task-rows.ts';

/**
 * Stores a task whose status changed, and frees or gives up those that wait for it. Only they and what
 * else they wait for are read, however large the run is.
 */
export function settleTask(database: Database, task: Task, now: number): void {
  updateTask(database, { task, readiness: readinessOf(database, task) });
  let moved: readonly Task[] = [task];
  while (moved.length > 0) {
    const affected = loadAffected(database, task.runId, moved);
    const repairs = repair(database, affected, { now, graceMs: leasesAreNotJudgedHere });
    moved = repairs.filter(({ offer }) => !offer).map(({ next }) => next);
  }
}

// The time of a result is that of its worker's clock, which must not end the leases of others.
const leasesAreNotJudgedHere = Number.POSITIVE_INFINITY;

/** The direct dependants and everything they wait for. */
function loadAffected(
  database: Database,
  run: RunId,
  causes: readonly Task[],
): readonly StoredTask[] {
  const ids = JSON.stringify(causes.map(({ id }) => id));
  const waiting = database.all(
    `SELECT * FROM tasks WHERE run_id = ?1 AND task_id IN
       (SELECT task_id FROM task_dependencies
        WHERE run_id = ?1 AND depends_on IN (SELECT value FROM json_each(?2)))`,
    run,
    ids,
  );
  const dependants = waiting.map(storedTaskFromRow);
  const known = new Set(dependants.map(({ task }) => task.id));
  const others = dependants.flatMap(({ task }) => task.dependsOn.filter((id) => !known.has(id)));
  return [...dependants, ...loadTasks(database, run, others)];
}

function readinessOf(database: Database, task: Task): Readiness['kind'] {
  if (task.status !== 'queued') return 'waiting';
  const causes = loadTasks(database, task.runId, task.dependsOn);
  const statuses = new Map(causes.map((cause) => [cause.task.id, cause.task.status]));
  return readiness(task, (id) => statuses.get(id)).kind;
}

function loadTasks(database: Database, run: RunId, ids: readonly TaskId[]): readonly StoredTask[] {
  if (ids.length === 0) return [];
  const rows = database.all(
    `SELECT * FROM tasks
     WHERE run_id = ?1 AND task_id IN (SELECT value FROM json_each(?2)) ORDER BY task_id`,
    run,
    JSON.stringify(ids),
  );
  return rows.map(storedTaskFromRow);
}
