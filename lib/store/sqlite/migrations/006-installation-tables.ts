import type { Migration } from '../migrate.ts';

export const installationTables: Migration = {
  reason:
    'What concerns all pull requests of an installation: its pause, and failures that many share.',
  statements: [
    `CREATE TABLE pauses (
      installation_id TEXT PRIMARY KEY NOT NULL,
      paused_by TEXT NOT NULL,
      paused_at INTEGER NOT NULL
    )`,

    `CREATE TABLE sightings (
      id INTEGER PRIMARY KEY,
      installation_id TEXT NOT NULL,
      repository_id TEXT NOT NULL,
      fingerprint TEXT NOT NULL,
      workspace_id TEXT NOT NULL,
      seen_at INTEGER NOT NULL,
      expires_at INTEGER NOT NULL,
      UNIQUE (installation_id, repository_id, fingerprint, workspace_id)
    )`,
    'CREATE INDEX sightings_by_expiry ON sightings (expires_at)',
  ],
};
