import type { Clock } from '#base/needs/clock.ts';
import type { TokenSource } from '#model/needs/ids.ts';
import type { Log } from '#base/needs/log.ts';
import type { Database } from '../database.ts';

export interface SqliteQueueDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly ids: TokenSource;
  readonly log: Log;
}

export interface SqliteQueueOptions {
  /** Messages of one receiver under way at the same time. */
  readonly concurrency?: number;
  /** How soon others get what a process had that died. A receiver that lives renews it. */
  readonly visibilityMs?: number;
  /** How soon a message of another process is seen. */
  readonly pollMs?: number;
  /** Receivings after which a message is dead. */
  readonly mostAttempts?: number;
  readonly backoff?: QueueBackoff;
}

/** Pauses before a message comes again: each twice as long as the one before. */
interface QueueBackoff {
  readonly initialMs: number;
  readonly maxMs: number;
}
