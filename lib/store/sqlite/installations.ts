import * as z from 'zod';
import { type InstallationId, timestamp, workspaceId } from '#model/ids.ts';
import type { InstallationStore, Pause, Sighting } from '#ratchet/needs/installation-store.ts';
import type { Database } from './database.ts';
import { insertRow, keepLast } from './insert.ts';
import { createRowMap } from './row-map.ts';
import { transaction } from './transaction.ts';

const pauses = createRowMap<Pause>('pause', z.object({ by: z.string(), at: timestamp }), {
  by: 'paused_by',
  at: 'paused_at',
});

const sightings = createRowMap<Omit<Sighting, 'windowMs' | 'installationId'>>(
  'sighting',
  z.object({
    repositoryId: z.string().min(1),
    fingerprint: z.string().min(1),
    workspaceId,
    at: timestamp,
  }),
  {
    repositoryId: 'repository_id',
    fingerprint: 'fingerprint',
    workspaceId: 'workspace_id',
    at: 'seen_at',
  },
);

/** Installations in one SQLite file, whose tables `init` of a store has made; each call is one transaction. */
export function createSqliteInstallationStore({
  database,
}: {
  readonly database: Database;
}): InstallationStore {
  return {
    pauseOf: async (id) => selectPause(database, id),
    setPause: async (id, pause) => replacePause(database, id, pause),
    sight: async (sighting) => insertSighting(database, sighting),
  };
}

function selectPause(database: Database, id: InstallationId): Pause | undefined {
  const row = database.get('SELECT * FROM pauses WHERE installation_id = ?', id);
  return row && pauses.fromRow(row);
}

function replacePause(database: Database, id: InstallationId, pause: Pause | undefined): void {
  transaction(database, () => {
    if (pause === undefined) {
      database.run('DELETE FROM pauses WHERE installation_id = ?', id);
      return;
    }
    const row = { installation_id: id, ...pauses.toRow(pause) };
    insertRow(database, { table: 'pauses', row, onConflict: keepLast(row, 'installation_id') });
  });
}

function insertSighting(database: Database, sighting: Sighting): number {
  const { installationId, repositoryId, fingerprint, at, windowMs } = sighting;
  const row = {
    installation_id: installationId,
    ...sightings.toRow(sighting),
    expires_at: at + windowMs,
  };
  const key = ['installation_id', 'repository_id', 'fingerprint', 'workspace_id'];
  // Looks end in any order; the latest sighting stands.
  const onConflict = `${keepLast(row, ...key)} WHERE sightings.seen_at < excluded.seen_at`;
  return transaction(database, () => {
    database.run('DELETE FROM sightings WHERE expires_at < ?', at);
    insertRow(database, { table: 'sightings', row, onConflict });
    const found = database.get(
      `SELECT count(*) AS value FROM sightings
       WHERE installation_id = ? AND repository_id = ? AND fingerprint = ? AND seen_at >= ?`,
      installationId,
      repositoryId,
      fingerprint,
      at - windowMs,
    );
    return Number(found?.['value']);
  });
}
