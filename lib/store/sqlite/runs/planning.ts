import type { TaskId } from '#model/ids.ts';
import type { NewTask, Task } from '#model/task.ts';
import { findGraphProblems, type GraphProblem } from '#repair/rules/tasks/graph.ts';
import { newQueuedTask } from '#repair/rules/tasks/lifecycle.ts';
import { judgeReadiness } from '#repair/rules/tasks/readiness.ts';
import type { AddTasks, AddTasksOutcome } from '#model/needs/run-store.ts';
import type { Database } from '../database.ts';
import { transaction } from '../transaction.ts';
import { isRunRowOpen } from './runs.ts';
import { insertTask, selectRunTasks } from './task-rows.ts';

/** Adds a whole plan or nothing of it; tasks that the run has already are passed over. */
export function addTaskRows(database: Database, { runId, tasks, now }: AddTasks): AddTasksOutcome {
  return transaction(database, () => {
    const existing = selectRunTasks(database, runId);
    const known = new Map(existing.map((task) => [task.id, task.fingerprint]));
    const fresh = tasks.filter((task) => known.get(task.id) !== task.fingerprint);
    const problems = findProblems(existing, fresh);
    if (problems.length > 0) return { kind: 'refused', problems };
    if (!isRunRowOpen(database, runId)) return { kind: 'run-over' };
    insertTasks(database, { existing, fresh, now });
    return { kind: 'added' };
  });
}

/** An id that the run has under another fingerprint is as wrong as one that is planned twice. */
function findProblems(
  existing: readonly Task[],
  fresh: readonly NewTask[],
): readonly GraphProblem[] {
  const ids = new Set(existing.map(({ id }) => id));
  const clashes = fresh.filter(({ id }) => ids.has(id));
  const duplicates = clashes.map(({ id }) => ({ kind: 'duplicate', id }) as const);
  return [...duplicates, ...findGraphProblems(existing, fresh)];
}

interface Insertion {
  readonly existing: readonly Task[];
  readonly fresh: readonly NewTask[];
  readonly now: number;
}

function insertTasks(database: Database, { existing, fresh, now }: Insertion): void {
  const statuses = new Map(existing.map(({ id, status }) => [id, status]));
  for (const each of fresh) {
    const { kind } = judgeReadiness(each, (id) => statuses.get(id));
    insertTask(database, { task: newQueuedTask(each, now), readiness: kind });
  }
  for (const each of fresh) insertDependencies(database, each);
}

function insertDependencies(database: Database, { runId, id, dependsOn }: NewTask): void {
  for (const dependency of new Set<TaskId>(dependsOn)) {
    database.run(
      'INSERT INTO task_dependencies (run_id, task_id, depends_on) VALUES (?, ?, ?)',
      runId,
      id,
      dependency,
    );
  }
}
