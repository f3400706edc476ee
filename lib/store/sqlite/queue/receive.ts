import type { Message } from '#model/message.ts';
import type { Handled } from '#ratchet/needs/queue.ts';
import type { Bell } from './bell.ts';
import {
  buryMessage,
  postponeMessage,
  parseReceived,
  type Received,
  removeMessage,
  takeMessage,
} from './messages.ts';
import type { SqliteQueueDeps, SqliteQueueOptions } from './options.ts';

interface Receiving extends SqliteQueueDeps {
  readonly bell: Bell;
  readonly limits: Required<SqliteQueueOptions>;
  readonly handle: (message: Message) => Promise<Handled>;
}

/** Hands messages over until the signal, then waits for those under way. */
export async function receiveMessages(receiving: Receiving, signal: AbortSignal): Promise<void> {
  const { bell, limits } = receiving;
  const underWay = new Set<Promise<void>>();
  while (!signal.aborted) {
    const received = underWay.size < limits.concurrency ? takeIfPossible(receiving) : undefined;
    if (received === undefined) {
      await bell.wait(limits.pollMs, signal);
      continue;
    }
    const work = deliverMessage(receiving, received).finally(() => {
      underWay.delete(work);
      bell.ring();
    });
    underWay.add(work);
  }
  await Promise.all(underWay);
}

/** A database that cannot be asked now, because it is locked or full, is asked again later. */
function takeIfPossible({ database, clock, ids, limits, log }: Receiving): Received | undefined {
  try {
    const now = clock.now();
    const until = now + limits.visibilityMs;
    return takeMessage(database, { now, until, receipt: ids.token() });
  } catch (error) {
    log.error('no message can be received', { error });
    return undefined;
  }
}

/** Never rejects: what cannot be written down now comes again by itself. */
async function deliverMessage(receiving: Receiving, received: Received): Promise<void> {
  const renewing = new AbortController();
  const renewal = keepVisible(receiving, received, renewing.signal);
  try {
    const outcome = await handleReceived(receiving, received);
    settleMessage(receiving, received, outcome);
  } catch (error) {
    receiving.log.error('the end of a message was not kept', { message: received.id, error });
  } finally {
    renewing.abort();
    await renewal;
  }
}

type Outcome =
  | { readonly kind: Handled; readonly reason?: string }
  | { readonly kind: 'dead'; readonly reason: string };

async function handleReceived(receiving: Receiving, received: Received): Promise<Outcome> {
  const { limits, handle, log } = receiving;
  if (received.attempts > limits.mostAttempts) {
    return { kind: 'dead', reason: 'Every process that had it ended before it was done.' };
  }
  const message = readOrError(received);
  if (message instanceof Error) return { kind: 'dead', reason: message.message };
  try {
    return { kind: await handle(message) };
  } catch (error) {
    const { attempts } = received;
    log.warn('a message could not be handled', { message, attempts, error });
    return { kind: 'retry', reason: String(error) };
  }
}

function settleMessage(receiving: Receiving, received: Received, outcome: Outcome): void {
  const { database, clock, limits, log } = receiving;
  const { attempts } = received;
  if (outcome.kind === 'done') return removeMessage(database, received);
  if (outcome.kind === 'retry' && attempts < limits.mostAttempts) {
    return postponeMessage(database, received, clock.now() + computeBackoff(attempts, limits));
  }
  const reason = outcome.reason ?? 'It was to be repeated too often.';
  buryMessage(database, received, { now: clock.now(), reason });
  log.error('a message is given up', { message: received.row['message_json'], attempts, reason });
}

function computeBackoff(attempts: number, { backoff }: Receiving['limits']): number {
  return Math.min(backoff.maxMs, backoff.initialMs * 2 ** (attempts - 1));
}

/** Keeps the message ours while it is handled, however long that takes. */
async function keepVisible(
  receiving: Receiving,
  received: Received,
  signal: AbortSignal,
): Promise<void> {
  const { database, clock, limits, log } = receiving;
  for (;;) {
    await clock.sleep(limits.visibilityMs / 3, signal).catch(() => undefined);
    if (signal.aborted) return;
    try {
      postponeMessage(database, received, clock.now() + limits.visibilityMs);
    } catch (error) {
      log.warn('a message under way could not be kept', { message: received.id, error });
    }
  }
}

function readOrError(received: Received): Message | Error {
  try {
    return parseReceived(received);
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
