import type { RunId, Sha } from '#model/ids.ts';
import { type RunSummary, type AcceptedDiff, acceptedDiff } from '#model/run.ts';
import { summarize } from '#repair/rules/tasks/summary.ts';
import type { RunStore } from '#model/needs/run-store.ts';
import { type Artifact, artifact } from '#model/artifact.ts';
import { type RecordedBaseline, recordedBaseline } from '#model/baseline.ts';
import type { Database } from './database.ts';
import { migrate } from './migrate.ts';
import { allMigrations } from './migrations/all.ts';
import { createAttempt, listAttempts, readAttempts } from './runs/attempts.ts';
import { claimNextTask, sweep } from './runs/claims.ts';
import { addFindings, countFindings, listFindings } from './runs/findings.ts';
import { finishAttempt, renewLease, updateTaskStatus } from './runs/finishing.ts';
import { addTasks } from './runs/planning.ts';
import { completeRun, createRun, listRuns, loadRun, updateRunStatus } from './runs/runs.ts';
import { listTasks } from './runs/task-rows.ts';
import { snapshot, transaction } from './transaction.ts';
import { insert, keepFirst, keepLast } from './insert.ts';
import { createRowMap, storedObject } from './row-map.ts';

export interface SqliteRunStoreOptions {
  /** Other processes' clocks may be this far behind ours. */
  readonly leaseGraceMs?: number;
}

/** Runs, tasks and attempts in one SQLite file; each call is one transaction. */
export function createSqliteRunStore(
  { database }: { readonly database: Database },
  { leaseGraceMs = 5_000 }: SqliteRunStoreOptions = {},
): RunStore {
  return {
    init: async () => migrate(database, allMigrations),
    createRun: async (run) => createRun(database, run),
    loadRun: async (id) => loadRun(database, id),
    listRuns: async (workspace, limit) => listRuns(database, workspace, limit),
    updateRunStatus: async (change) => updateRunStatus(database, change),
    completeRun: async (id, now) => completeRun(database, id, now),
    summarizeRun: async (id) => summarizeRun(database, id),
    addFindings: async (added) => addFindings(database, added),
    listFindings: async (id, stage, tool) => listFindings(database, id, { stage, tool }),
    countFindings: async (id) => countFindings(database, id),
    addTasks: async (added) => addTasks(database, added),
    listTasks: async (id) => listTasks(database, id),
    claimNextTask: async (request) => claimNextTask(database, request, leaseGraceMs),
    renewLease: async (renewal) => renewLease(database, renewal),
    updateTaskStatus: async (change) => updateTaskStatus(database, change),
    sweep: async (id, now) => sweep(database, id, { now, graceMs: leaseGraceMs }),
    createAttempt: async (start) => createAttempt(database, start),
    finishAttempt: async (result) => finishAttempt(database, result),
    listAttempts: async (id, task) => listAttempts(database, id, task),
    recordAccepted: async (diff) => recordAccepted(database, diff),
    listAccepted: async (id) => listAccepted(database, id),
    addArtifact: async (kept) => addArtifact(database, kept),
    listArtifacts: async (id) => listArtifacts(database, id),
    recordBaseline: async (baseline) => recordBaseline(database, baseline),
    findBaselines: async (repository, commit) => findBaselines(database, repository, commit),
  };
}

function summarizeRun(database: Database, id: RunId): RunSummary | undefined {
  return snapshot(database, () => {
    const run = loadRun(database, id);
    return (
      run &&
      summarize({
        run,
        tasks: listTasks(database, id),
        attempts: readAttempts(database, id),
        findings: countFindings(database, id),
        artifacts: listArtifacts(database, id),
      })
    );
  });
}

const diffs = createRowMap<AcceptedDiff>('accepted diff', acceptedDiff, {
  runId: 'run_id',
  sequence: 'sequence',
  taskId: 'task_id',
  patch: 'patch',
});

/** What was recorded first stands: a resuming worker has applied it by now. */
function recordAccepted(database: Database, diff: AcceptedDiff): 'recorded' | 'taken' {
  const row = diffs.toRow(diff);
  return transaction(database, () => {
    const onConflict = keepFirst('run_id', 'sequence');
    insert(database, { table: 'accepted_diffs', row, onConflict });
    const holder = database.get(
      'SELECT task_id FROM accepted_diffs WHERE run_id = ? AND sequence = ?',
      diff.runId,
      diff.sequence,
    );
    return holder?.['task_id'] === diff.taskId ? 'recorded' : 'taken';
  });
}

function listAccepted(database: Database, run: RunId): readonly AcceptedDiff[] {
  const rows = database.all('SELECT * FROM accepted_diffs WHERE run_id = ? ORDER BY sequence', run);
  return rows.map((row) => diffs.fromRow(row));
}

const artifacts = createRowMap<Artifact>(
  'artifact',
  artifact.extend({ meta: storedObject.optional() }),
  {
    runId: 'run_id',
    name: 'name',
    kind: 'kind',
    tool: 'tool',
    sha256: 'sha256',
    sizeBytes: 'size_bytes',
    createdAt: 'created_at',
    meta: 'meta_json',
  },
);

function addArtifact(database: Database, added: Artifact): 'added' | 'exists' {
  const row = artifacts.toRow(added);
  return transaction(database, () => {
    const onConflict = keepFirst('run_id', 'name');
    return insert(database, { table: 'artifacts', row, onConflict }) === 1 ? 'added' : 'exists';
  });
}

function listArtifacts(database: Database, run: RunId): readonly Artifact[] {
  const rows = database.all('SELECT * FROM artifacts WHERE run_id = ? ORDER BY name', run);
  return rows.map((row) => artifacts.fromRow(row));
}

const baselines = createRowMap<RecordedBaseline>('baseline', recordedBaseline, {
  repository: 'repository',
  commit: 'commit_sha',
  engine: 'engine',
  signature: 'signature',
  artifact: 'artifact_json',
  recordedAt: 'recorded_at',
});

/** The newest recording of the same collection counts. */
function recordBaseline(database: Database, recorded: RecordedBaseline): void {
  const row = baselines.toRow(recorded);
  const onConflict = keepLast(row, 'repository', 'commit_sha', 'engine', 'signature');
  transaction(database, () => insert(database, { table: 'baselines', row, onConflict }));
}

function findBaselines(
  database: Database,
  repository: string,
  commit: Sha,
): readonly RecordedBaseline[] {
  const rows = database.all(
    'SELECT * FROM baselines WHERE repository = ? AND commit_sha = ? ORDER BY engine, signature',
    repository,
    commit,
  );
  return rows.map((row) => baselines.fromRow(row));
}
