import { type Database } from '#store/sqlite/database.ts';
import { migrate } from '#store/sqlite/migrate.ts';
import { allMigrations } from '#store/sqlite/migrations/all.ts';
import { openDatabase } from '#store/sqlite/open-database.ts';
import { createSqliteQueue, type SqliteQueue } from '#store/sqlite/queue.ts';
import type { SqliteQueueOptions } from '#store/sqlite/queue/options.ts';
import { createIds } from '#platform/system/ids.ts';
import { createTextLog } from '#platform/system/text-log.ts';
import type { Clock } from '#base/needs/clock.ts';

export interface OpenedQueue {
  readonly queue: SqliteQueue;
  readonly database: Database;
  /** The lines of its log. */
  readonly lines: readonly string[];
}

/** Pauses that a test can wait for. */
export const short = {
  concurrency: 4,
  visibilityMs: 150,
  pollMs: 5,
  mostAttempts: 5,
  backoff: { initialMs: 1, maxMs: 4 },
};

/** A queue over a file, as one process holds it. */
export function openQueue(
  path: string,
  clock: Clock,
  options: SqliteQueueOptions = {},
): OpenedQueue {
  const database = openDatabase({ path });
  migrate(database, allMigrations);
  const lines: string[] = [];
  const output = { write: (line: string) => lines.push(line) > 0 };
  const log = createTextLog({ clock, output }, { level: 'debug' });
  const deps = { database, clock, ids: createIds({ clock }), log };
  return { queue: createSqliteQueue(deps, options), database, lines };
}
