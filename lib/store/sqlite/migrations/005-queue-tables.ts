import type { Migration } from '../migrate.ts';

export const queueTables: Migration = {
  reason: 'Messages that the processes of a machine send each other.',
  statements: [
    // Only the receiver with the receipt may say what became of a message; it changes with every receiving.
    `CREATE TABLE queue_messages (
      id INTEGER PRIMARY KEY,
      message_json TEXT NOT NULL,
      look_key TEXT,
      visible_at INTEGER NOT NULL,
      attempts INTEGER NOT NULL,
      receipt TEXT,
      dead_at INTEGER,
      reason TEXT
    )`,
    'CREATE INDEX queue_waiting ON queue_messages (visible_at, id) WHERE dead_at IS NULL',
    `CREATE INDEX queue_looks ON queue_messages (look_key)
     WHERE attempts = 0 AND dead_at IS NULL AND look_key IS NOT NULL`,
    'CREATE INDEX queue_dead ON queue_messages (dead_at, id) WHERE dead_at IS NOT NULL',
  ],
};
