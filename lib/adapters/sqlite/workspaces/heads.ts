import { type InstallationId, type WorkspaceId, workspaceId } from '#domain/model/ids.ts';
import { type WorkspaceHead, type WorkspaceState, workspaceHead } from '#domain/model/workspace.ts';
import type { Database } from '../database.ts';
import { insert, keepFirst } from '../insert.ts';
import { createRowMap } from '../row-map.ts';
import { transaction } from '../transaction.ts';

export const heads = createRowMap<WorkspaceHead>('workspace', workspaceHead, {
  state: 'state_json',
  rev: 'rev',
  wakeSeq: 'wake_seq',
  dueAt: 'due_at',
  outbox: 'outbox_json',
});

export function createHead(
  database: Database,
  state: WorkspaceState,
  dueAt: number,
): 'created' | 'exists' {
  const row = {
    workspace_id: state.id,
    installation_id: state.installationId,
    ...heads.toRow({ state, rev: 1, wakeSeq: 0, dueAt }),
  };
  return transaction(database, () => {
    const onConflict = keepFirst('workspace_id');
    return insert(database, { table: 'workspaces', row, onConflict }) === 1 ? 'created' : 'exists';
  });
}

export function loadHead(database: Database, id: WorkspaceId): WorkspaceHead | undefined {
  const row = database.get('SELECT * FROM workspaces WHERE workspace_id = ?', id);
  return row && heads.fromRow(row);
}

export function listHeads(
  database: Database,
  installation: InstallationId,
): readonly WorkspaceId[] {
  const rows = database.all(
    'SELECT workspace_id FROM workspaces WHERE installation_id = ? ORDER BY workspace_id',
    installation,
  );
  return rows.map((row) => workspaceId.parse(row['workspace_id']));
}
