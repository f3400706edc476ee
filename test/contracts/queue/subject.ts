import { expect } from 'vitest';
import type { Message } from '#model/message.ts';
import type { Handled, Queue, QueueReceiver } from '#ratchet/needs/queue.ts';
import { runId, workspaceId } from '../../support/samples.ts';
import { soon } from '../soon.ts';

/** A queue as one process holds it. Its pauses are short; what it had when it dies comes back soon. */
export interface Subject {
  readonly queue: Queue & QueueReceiver;
  /** How many messages it hands over at the same time. */
  readonly concurrency: number;
  /** How often a message is handed over before it is given up. */
  readonly mostAttempts: number;
  /** What was given up. */
  dead(): Promise<readonly Message[]>;
  /** Whether nothing waits and nothing is under way; where nobody can say, silence has to tell. */
  readonly isEmpty?: () => Promise<boolean>;
  /** From here on nothing of this process happens any more. */
  die(): Promise<void>;
}

/** A command that tells itself from others. */
export function numbered(number: number): Message {
  return {
    kind: 'command',
    schemaVersion: 1,
    workspaceId: workspaceId(`workspace-${number}`),
    command: { kind: 'dispatch', runId: runId(`run-${number}`) },
  };
}

export function look(...ids: readonly string[]): Message {
  return { kind: 'look', schemaVersion: 1, workspaceIds: ids.map((id) => workspaceId(id)) };
}

export interface Reception {
  /** What came, in its order, repetitions included. */
  readonly came: readonly Message[];
  /** Resolves once so many came. */
  until(count: number): Promise<readonly Message[]>;
  /** Receives nothing more, and resolves when what is under way is over. */
  stop(): Promise<void>;
}

type Handle = (message: Message, nth: number) => Promise<Handled> | Handled;

/** Receives, and answers every message by its handler; without one it is done. */
export function receive({ queue }: Subject, handle: Handle = () => 'done'): Reception {
  const came: Message[] = [];
  const stopping = new AbortController();
  const ended = queue.receive(async (message) => {
    came.push(message);
    return handle(message, came.length);
  }, stopping.signal);
  return {
    came,
    until: async (count) => {
      const all = await soon(
        async () => [...came],
        ({ length }) => length >= count,
      );
      expect(all.length, 'so many came').toBeGreaterThanOrEqual(count);
      return all;
    },
    stop: async () => {
      stopping.abort();
      await ended;
    },
  };
}

/** Receives all that is there, until nothing came for a while that is long for this queue. */
export async function drain(subject: Subject, quietMs = 100): Promise<readonly Message[]> {
  const { isEmpty = async () => true } = subject;
  const reception = receive(subject);
  let seen = -1;
  while (seen < reception.came.length || !(await isEmpty())) {
    seen = reception.came.length;
    await new Promise((resolve) => setTimeout(resolve, quietMs));
  }
  await reception.stop();
  return reception.came;
}

/** Texts by which messages are compared whatever their order. */
export function texts(messages: readonly Message[]): readonly string[] {
  return messages.map((message) => JSON.stringify(message)).toSorted();
}
