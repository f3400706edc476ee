import * as z from 'zod';
import {
  type InstallationId,
  installationId,
  sha,
  timestamp,
  type WorkspaceId,
  workspaceId,
} from '#model/ids.ts';
import { type WorkspaceHead, type WorkspaceState, workspaceHead } from '#model/workspace.ts';
import type { WatchedPullRequest, WorkspaceStore } from '#ratchet/needs/workspace-store.ts';
import type { Database } from '../database.ts';
import { insertRow, keepFirst } from '../insert.ts';
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
    return insertRow(database, { table: 'workspaces', row, onConflict }) === 1
      ? 'created'
      : 'exists';
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

/** From one installation to the next by the index, whatever lies between them. */
export function selectInstallations(database: Database): readonly InstallationId[] {
  const rows = database.all(
    `WITH RECURSIVE found (installation_id) AS (
       SELECT min(installation_id) FROM workspaces
       UNION ALL
       SELECT (SELECT min(installation_id) FROM workspaces
               WHERE installation_id > found.installation_id)
       FROM found WHERE found.installation_id IS NOT NULL
     )
     SELECT installation_id FROM found WHERE installation_id IS NOT NULL`,
  );
  return rows.map((row) => installationId.parse(row['installation_id']));
}

const watched = createRowMap<
  Omit<WatchedPullRequest, 'archived'> & { readonly archivedAt?: number | undefined }
>(
  'pull request under watch',
  z.object({
    id: workspaceId,
    number: z.int(),
    headSha: sha.optional(),
    baseRef: z.string().optional(),
    archivedAt: timestamp.optional(),
  }),
  {
    id: 'workspace_id',
    number: 'number',
    headSha: 'head_sha',
    baseRef: 'base_ref',
    archivedAt: 'archived_at',
  },
);

export function selectOfRepository(
  database: Database,
  { host, repositoryId }: Parameters<WorkspaceStore['listOfRepository']>[0],
): readonly WatchedPullRequest[] {
  const rows = database.all(
    `SELECT workspace_id, number, head_sha, base_ref, archived_at FROM workspaces
     WHERE host = ? AND repository_id = ? ORDER BY number`,
    host,
    repositoryId,
  );
  return rows.map((row) => {
    const { archivedAt, ...pullRequest } = watched.fromRow(row);
    return { ...pullRequest, archived: archivedAt !== undefined };
  });
}
