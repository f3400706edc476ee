import * as z from 'zod';
import type { WorkspaceId } from '#model/ids.ts';
import { type Transition, transition } from '#model/transition.ts';
import type { WorkspaceStore } from '#ratchet/needs/workspace-store.ts';
import type { Database } from '../database.ts';
import { insertRow, keepFirst } from '../insert.ts';
import { createRowMap } from '../row-map.ts';
import { snapshot, transaction } from '../transaction.ts';
import { loadHead } from './heads.ts';

const entries = createRowMap<{ readonly entry: Transition }>(
  'transition',
  z.object({ entry: transition }),
  { entry: 'transition_json' },
);

export function insertTransition(database: Database, entry: Transition): void {
  const row = {
    workspace_id: entry.workspaceId,
    rev: entry.rev,
    expires_at: entry.expiresAt,
    ...entries.toRow({ entry }),
  };
  transaction(database, () =>
    insertRow(database, {
      table: 'transitions',
      row,
      onConflict: keepFirst('workspace_id', 'rev'),
    }),
  );
}

export function clearOutboxRow(
  database: Database,
  id: WorkspaceId,
  rev: number,
): 'cleared' | 'lost' {
  const changed = transaction(database, () =>
    database.run(
      `UPDATE workspaces SET outbox_json = NULL
       WHERE workspace_id = ? AND json_extract(outbox_json, '$.rev') = ?`,
      id,
      rev,
    ),
  );
  return changed === 1 ? 'cleared' : 'lost';
}

export function selectTransitions(
  database: Database,
  query: Parameters<WorkspaceStore['listTransitions']>[0],
): readonly Transition[] {
  const { id, now, limit, beforeRev = Number.MAX_SAFE_INTEGER } = query;
  return snapshot(database, () => {
    const rows = database.all(
      `SELECT id, transition_json FROM transitions
       WHERE workspace_id = ? AND rev < ? AND expires_at > ? ORDER BY rev DESC LIMIT ?`,
      id,
      beforeRev,
      now,
      limit,
    );
    const logged = rows.map((row) => entries.fromRow(row).entry);
    const promised = loadHead(database, id)?.outbox?.transition;
    const isShown = promised && promised.rev < beforeRev && promised.expiresAt > now;
    const isNew = isShown && logged.every(({ rev }) => rev !== promised.rev);
    // The promise is that of the newest change, so it comes before all that is logged.
    return isNew ? [promised, ...logged].slice(0, limit) : logged;
  });
}
