import type { RunId, TaskId } from '#model/ids.ts';
import { type Lease, lease, type Task, task, taskStatus } from '#model/task.ts';
import type { Readiness } from '#repair/rules/tasks/readiness.ts';
import type { Database, Row } from '../database.ts';
import { insertRow } from '../insert.ts';
import { createRowMap } from '../row-map.ts';
import type { Value } from '../values.ts';

/** A task and how it stands with its dependencies. One that is not queued counts as waiting. */
export interface StoredTask {
  readonly task: Task;
  readonly readiness: Readiness['kind'];
}

const plain = createRowMap<Omit<Task, 'lease'>>('task', task.omit({ lease: true }), {
  id: 'task_id',
  runId: 'run_id',
  tool: 'tool',
  taskType: 'task_type',
  priority: 'priority',
  status: 'status',
  statusReason: 'status_reason',
  attemptNo: 'attempt_no',
  failures: 'failures',
  leaseLosses: 'lease_losses',
  notBefore: 'not_before',
  rev: 'rev',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
  fingerprint: 'fingerprint',
  title: 'title',
  description: 'description',
  targets: 'targets_json',
  findingIds: 'finding_ids_json',
  validation: 'validation_json',
  retryPolicy: 'retry_policy_json',
  dependsOn: 'depends_on_json',
});

// The fence is the number of the attempt that the lease began, so they share a column.
const leases = createRowMap<Lease>('lease', lease, {
  worker: 'claimed_by',
  until: 'lease_until',
  fence: 'attempt_no',
  token: 'lease_token',
});

const noLease = { claimed_by: null, lease_until: null, lease_token: null };

/** What a change of a task may touch; the rest of it is as planned for ever. */
const changing = [
  'status',
  'status_reason',
  'ready',
  'hopeless',
  'attempt_no',
  'failures',
  'lease_losses',
  'not_before',
  'claimed_by',
  'lease_until',
  'lease_token',
  'rev',
  'updated_at',
] as const;

export function taskFromRow(row: Row): Task {
  const rest = plain.fromRow(row);
  return row['claimed_by'] === null ? rest : { ...rest, lease: leases.fromRow(row) };
}

export function storedTaskFromRow(row: Row): StoredTask {
  const hopeless = row['hopeless'] === 1 ? 'hopeless' : 'waiting';
  return { task: taskFromRow(row), readiness: row['ready'] === 1 ? 'ready' : hopeless };
}

export function selectTask(database: Database, run: RunId, id: TaskId): Task | undefined {
  const row = database.get('SELECT * FROM tasks WHERE run_id = ? AND task_id = ?', run, id);
  return row && taskFromRow(row);
}

export function selectRunTasks(database: Database, run: RunId): readonly Task[] {
  const rows = database.all('SELECT * FROM tasks WHERE run_id = ? ORDER BY task_id', run);
  return rows.map((row) => taskFromRow(row));
}

/** The statuses of all tasks of a run, without the tasks. */
export function listStatuses(database: Database, run: RunId) {
  const rows = database.all('SELECT status FROM tasks WHERE run_id = ?', run);
  return rows.map((row) => ({ status: taskStatus.parse(row['status']) }));
}

export function insertTask(database: Database, stored: StoredTask): void {
  insertRow(database, { table: 'tasks', row: toTaskRow(stored) });
}

export function updateTask(database: Database, stored: StoredTask): void {
  const row = toTaskRow(stored);
  database.run(
    `UPDATE tasks SET ${changing.map((column) => `${column} = ?`).join(', ')}
     WHERE run_id = ? AND task_id = ?`,
    ...changing.map((column) => row[column] ?? null),
    stored.task.runId,
    stored.task.id,
  );
}

function toTaskRow({
  task: { lease: held, ...rest },
  readiness,
}: StoredTask): Readonly<Record<string, Value>> {
  return {
    ...(held === undefined ? noLease : leases.toRow(held)),
    ...plain.toRow(rest),
    ready: Number(readiness === 'ready'),
    hopeless: Number(readiness === 'hopeless'),
  };
}
