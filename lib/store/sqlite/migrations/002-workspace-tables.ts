import type { Migration } from '../migrate.ts';

export const workspaceTables: Migration = {
  reason: 'Workspaces, their log, and the deliveries that wake them.',
  statements: [
    `CREATE TABLE workspaces (
      id INTEGER PRIMARY KEY,
      workspace_id TEXT NOT NULL UNIQUE,
      installation_id TEXT NOT NULL,
      rev INTEGER NOT NULL,
      wake_seq INTEGER NOT NULL,
      due_at INTEGER,
      state_json TEXT NOT NULL,
      outbox_json TEXT,
      commit_token TEXT
    )`,
    // Idle workspaces are not in it, so they cost a look for due ones nothing.
    `CREATE INDEX workspaces_due ON workspaces (due_at, workspace_id) WHERE due_at IS NOT NULL`,
    'CREATE INDEX workspaces_of_installation ON workspaces (installation_id, workspace_id)',

    `CREATE TABLE transitions (
      id INTEGER PRIMARY KEY,
      workspace_id TEXT NOT NULL,
      rev INTEGER NOT NULL,
      expires_at INTEGER NOT NULL,
      transition_json TEXT NOT NULL,
      UNIQUE (workspace_id, rev)
    )`,
    'CREATE INDEX transitions_by_expiry ON transitions (expires_at)',

    `CREATE TABLE deliveries (
      delivery_id TEXT PRIMARY KEY NOT NULL,
      outcome TEXT NOT NULL,
      received_at INTEGER NOT NULL,
      expires_at INTEGER NOT NULL
    )`,
    'CREATE INDEX deliveries_by_expiry ON deliveries (expires_at)',
  ],
};
