import * as z from 'zod';
import { runId, timestamp, type RunId, type WorkspaceId } from '#model/ids.ts';
import { type Run, run } from '#model/run.ts';
import type { RunListing, RunStore } from '#model/needs/run-store.ts';
import type { Database } from '../database.ts';
import { insertRow, keepFirst } from '../insert.ts';
import { createRowMap, storedObject } from '../row-map.ts';
import { transaction } from '../transaction.ts';

const runs = createRowMap<Run>(
  'run',
  run.extend({ config: storedObject, summary: storedObject.optional() }),
  {
    id: 'run_id',
    schemaVersion: 'schema_version',
    workspaceId: 'workspace_id',
    kind: 'kind',
    repoPath: 'repo_path',
    headSha: 'head_sha',
    baseSha: 'base_sha',
    config: 'config_json',
    status: 'status',
    startedAt: 'started_at',
    finishedAt: 'finished_at',
    summary: 'summary_json',
  },
);

export function insertRun(database: Database, created: Run): 'created' | 'exists' {
  const row = runs.toRow(created);
  return transaction(database, () => {
    const onConflict = keepFirst('run_id');
    return insertRow(database, { table: 'runs', row, onConflict }) === 1 ? 'created' : 'exists';
  });
}

export function selectRun(database: Database, id: RunId): Run | undefined {
  const row = database.get('SELECT * FROM runs WHERE run_id = ?', id);
  return row && runs.fromRow(row);
}

const listing = z.object({ runId, startedAt: timestamp });

export function selectRunListings(
  database: Database,
  workspace: WorkspaceId,
  limit: number,
): readonly RunListing[] {
  const rows = database.all(
    `SELECT run_id AS runId, started_at AS startedAt FROM runs WHERE workspace_id = ?
     ORDER BY started_at DESC, run_id DESC LIMIT ?`,
    workspace,
    limit,
  );
  return rows.map((row) => listing.parse(row));
}

export function updateRunRowStatus(
  database: Database,
  { runId: id, status, summary, now }: Parameters<RunStore['updateRunStatus']>[0],
): 'updated' | 'over' | 'unknown' {
  return transaction(database, () => {
    const current = selectRun(database, id);
    if (current?.status !== 'running') return current === undefined ? 'unknown' : 'over';
    const finished = status !== 'running' && { finishedAt: now };
    writeRun(database, { ...current, status, ...(summary && { summary }), ...finished });
    return 'updated';
  });
}

export function isRunRowOpen(database: Database, id: RunId): boolean {
  const row = database.get('SELECT status FROM runs WHERE run_id = ?', id);
  return row?.['status'] === 'running';
}

function writeRun(database: Database, changed: Run): void {
  const row = runs.toRow(changed);
  database.run(
    'UPDATE runs SET status = ?, finished_at = ?, summary_json = ? WHERE run_id = ?',
    row['status'] ?? null,
    row['finished_at'] ?? null,
    row['summary_json'] ?? null,
    changed.id,
  );
}
