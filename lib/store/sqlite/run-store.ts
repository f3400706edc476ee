import type { RunId, Sha } from '#model/ids.ts';
import { type RunSummary, type AcceptedDiff, acceptedDiff } from '#model/run.ts';
import { summarizeRunParts } from '#repair/rules/tasks/summary.ts';
import type { RunStore } from '#model/needs/run-store.ts';
import { type Artifact, artifact } from '#model/artifact.ts';
import { type RecordedBaseline, recordedBaseline } from '#model/baseline.ts';
import type { Database } from './database.ts';
import { migrate } from './migrate.ts';
import { allMigrations } from './migrations/all.ts';
import { insertAttempt, selectAttempts, readAttempts } from './runs/attempts.ts';
import { claimNextTaskRow } from './runs/claims.ts';
import { insertFindings, selectCounts, selectFindings } from './runs/findings.ts';
import { finishAttemptRow, renewLeaseRow, changeTaskRow } from './runs/finishing.ts';
import { addTaskRows } from './runs/planning.ts';
import { insertRun, selectRunListings, selectRun, updateRunRowStatus } from './runs/runs.ts';
import { selectRunTasks } from './runs/task-rows.ts';
import { snapshot, transaction } from './transaction.ts';
import { insertRow, keepFirst, keepLast } from './insert.ts';
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
    createRun: async (run) => insertRun(database, run),
    loadRun: async (id) => selectRun(database, id),
    listRuns: async (workspace, limit) => selectRunListings(database, workspace, limit),
    updateRunStatus: async (change) => updateRunRowStatus(database, change),
    summarizeRun: async (id) => summarizeRunRows(database, id),
    addFindings: async (added) => insertFindings(database, added),
    listFindings: async (id, stage, tool) => selectFindings(database, id, { stage, tool }),
    countFindings: async (id) => selectCounts(database, id),
    addTasks: async (added) => addTaskRows(database, added),
    listTasks: async (id) => selectRunTasks(database, id),
    claimNextTask: async (request) => claimNextTaskRow(database, request, leaseGraceMs),
    renewLease: async (renewal) => renewLeaseRow(database, renewal),
    updateTaskStatus: async (change) => changeTaskRow(database, change),
    createAttempt: async (start) => insertAttempt(database, start),
    finishAttempt: async (result) => finishAttemptRow(database, result),
    listAttempts: async (id, task) => selectAttempts(database, id, task),
    recordAccepted: async (diff) => insertAccepted(database, diff),
    listAccepted: async (id) => selectAccepted(database, id),
    addArtifact: async (kept) => insertArtifact(database, kept),
    listArtifacts: async (id) => selectArtifacts(database, id),
    recordBaseline: async (baseline) => replaceBaseline(database, baseline),
    findBaselines: async (repository, commit) => selectBaselines(database, repository, commit),
  };
}

function summarizeRunRows(database: Database, id: RunId): RunSummary | undefined {
  return snapshot(database, () => {
    const run = selectRun(database, id);
    return (
      run &&
      summarizeRunParts({
        run,
        tasks: selectRunTasks(database, id),
        attempts: readAttempts(database, id),
        findings: selectCounts(database, id),
        artifacts: selectArtifacts(database, id),
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
function insertAccepted(database: Database, diff: AcceptedDiff): 'recorded' | 'taken' {
  const row = diffs.toRow(diff);
  return transaction(database, () => {
    const onConflict = keepFirst('run_id', 'sequence');
    insertRow(database, { table: 'accepted_diffs', row, onConflict });
    const holder = database.get(
      'SELECT task_id FROM accepted_diffs WHERE run_id = ? AND sequence = ?',
      diff.runId,
      diff.sequence,
    );
    return holder?.['task_id'] === diff.taskId ? 'recorded' : 'taken';
  });
}

function selectAccepted(database: Database, run: RunId): readonly AcceptedDiff[] {
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

function insertArtifact(database: Database, added: Artifact): 'added' | 'exists' {
  const row = artifacts.toRow(added);
  return transaction(database, () => {
    const onConflict = keepFirst('run_id', 'name');
    return insertRow(database, { table: 'artifacts', row, onConflict }) === 1 ? 'added' : 'exists';
  });
}

function selectArtifacts(database: Database, run: RunId): readonly Artifact[] {
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
function replaceBaseline(database: Database, recorded: RecordedBaseline): void {
  const row = baselines.toRow(recorded);
  const onConflict = keepLast(row, 'repository', 'commit_sha', 'engine', 'signature');
  transaction(database, () => insertRow(database, { table: 'baselines', row, onConflict }));
}

function selectBaselines(
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
