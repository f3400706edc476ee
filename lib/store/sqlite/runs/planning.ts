import type { TaskId } from '#model/ids.ts';
import type { NewTask, Task } from '#model/task.ts';
import { comparePlan } from '#repair/rules/tasks/graph.ts';
import { newQueuedTask } from '#repair/rules/tasks/lifecycle.ts';
import { findStatuses, judgeReadiness } from '#repair/rules/tasks/readiness.ts';
import type { AddTasks, AddTasksOutcome } from '#model/needs/run-store.ts';
import type { Database } from '../database.ts';
import { transaction } from '../transaction.ts';
import { isRunRowOpen } from './runs.ts';
import { insertTask, selectRunTasks } from './task-rows.ts';

/** Adds a whole plan or nothing of it; tasks that the run has already are passed over. */
export function addTaskRows(database: Database, { runId, tasks, now }: AddTasks): AddTasksOutcome {
  return transaction(database, () => {
    const existing = selectRunTasks(database, runId);
    const { fresh, problems } = comparePlan(existing, tasks);
    if (problems.length > 0) return { kind: 'refused', problems };
    if (!isRunRowOpen(database, runId)) return { kind: 'run-over' };
    insertTasks(database, { existing, fresh, now });
    return { kind: 'added' };
  });
}

interface Insertion {
  readonly existing: readonly Task[];
  readonly fresh: readonly NewTask[];
  readonly now: number;
}

function insertTasks(database: Database, { existing, fresh, now }: Insertion): void {
  const statusOf = findStatuses(existing);
  for (const each of fresh) {
    const { kind } = judgeReadiness(each, statusOf);
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
