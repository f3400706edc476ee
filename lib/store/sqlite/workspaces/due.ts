import * as z from 'zod';
import { timestamp, type WorkspaceId, workspaceId } from '#model/ids.ts';
import type { DueWorkspace, WorkspaceStore } from '#ratchet/needs/workspace-store.ts';
import type { Database } from '../database.ts';
import { transaction } from '../transaction.ts';

const listing = z.object({ id: workspaceId, dueAt: timestamp });

export function selectDueRows(
  database: Database,
  { now, limit }: Parameters<WorkspaceStore['listDue']>[0],
): readonly DueWorkspace[] {
  const rows = database.all(
    `SELECT workspace_id AS id, due_at AS dueAt FROM workspaces
     WHERE due_at <= ? ORDER BY due_at, workspace_id LIMIT ?`,
    now,
    limit,
  );
  return rows.map((row) => listing.parse(row));
}

/** Leaves the revision alone, so that no decision is lost to a wake; the sequence tells of it. */
export function wakeRow(database: Database, id: WorkspaceId, at: number): 'woken' | 'unknown' {
  const changed = transaction(database, () =>
    database.run(
      `UPDATE workspaces SET wake_seq = wake_seq + 1, due_at = min(ifnull(due_at, ?), ?)
       WHERE workspace_id = ?`,
      at,
      at,
      id,
    ),
  );
  return changed === 1 ? 'woken' : 'unknown';
}

export function postponeRow(
  database: Database,
  listed: DueWorkspace,
  dueAt: number,
): 'postponed' | 'lost' {
  const changed = transaction(database, () =>
    database.run(
      'UPDATE workspaces SET due_at = ? WHERE workspace_id = ? AND due_at = ?',
      dueAt,
      listed.id,
      listed.dueAt,
    ),
  );
  return changed === 1 ? 'postponed' : 'lost';
}
