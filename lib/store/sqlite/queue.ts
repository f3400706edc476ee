import type { Queue, QueueReceiver } from '#ratchet/needs/queue.ts';
import { createBell } from './queue/bell.ts';
import {
  type DeadLetter,
  listDeadLetters,
  pruneDeadLetters,
  recallMessages,
  sendMessages,
} from './queue/messages.ts';
import type { SqliteQueueDeps, SqliteQueueOptions } from './queue/options.ts';
import { receiveMessages } from './queue/receive.ts';

export interface SqliteQueue extends Queue, QueueReceiver {
  /** Recalls every message at once, for a caller that knows that all other receivers are gone. */
  recall(): Promise<void>;
  /** Messages that failed too often, the oldest first; they are kept for the operator to read. */
  listDead(): Promise<readonly DeadLetter[]>;
  /** Forgets messages that were given up before this; answers how many. */
  pruneDead(before: number): Promise<number>;
}

/** A queue of all processes of a machine, in the file whose tables `init` of a store has made. */
export function createSqliteQueue(
  deps: SqliteQueueDeps,
  {
    concurrency = 8,
    visibilityMs = 30_000,
    pollMs = 250,
    mostAttempts = 20,
    backoff = { initialMs: 1_000, maxMs: 60_000 },
  }: SqliteQueueOptions = {},
): SqliteQueue {
  const { database, clock } = deps;
  const bell = createBell(clock);
  const limits = { concurrency, visibilityMs, pollMs, mostAttempts, backoff };
  return {
    send: async (messages) => {
      if (messages.length === 0) return;
      sendMessages(database, messages, clock.now());
      bell.ring();
    },
    receive: (handle, signal) => receiveMessages({ ...deps, bell, limits, handle }, signal),
    recall: async () => {
      recallMessages(database, clock.now());
      bell.ring();
    },
    listDead: async () => listDeadLetters(database),
    pruneDead: async (before) => pruneDeadLetters(database, before),
  };
}
