import type { Event } from '#model/event.ts';
import { formatEventLine } from '#model/event-line.ts';
import type { RunId, WorkerId } from '#model/ids.ts';
import type { Timer } from '#base/needs/clock.ts';
import type { EventLog } from '#repair/needs/events.ts';
import type { Log } from '#base/needs/log.ts';
import type { BrokerClient } from './client.ts';

export interface BrokerEventLogDeps {
  readonly client: Pick<BrokerClient, 'events'>;
  readonly clock: Timer;
  readonly log: Pick<Log, 'warn'>;
}

export interface BrokerEventLogOptions {
  readonly runId: RunId;
  /** Of this log alone: another log would find its numbers taken. */
  readonly workerId: WorkerId;
}

interface Waiting {
  readonly number: number;
  readonly events: readonly Event[];
}

/**
 * Sends the events of one worker in numbered pieces, one at a time. They wait in memory for two seconds or
 * 256 KiB at most, so little is lost with a worker; a piece that got no answer is sent again as it was.
 */
export function createBrokerEventLog(
  { client, clock, log }: BrokerEventLogDeps,
  { runId, workerId }: BrokerEventLogOptions,
): EventLog {
  const waiting = createWaiting();
  const stopped = new AbortController();
  let sending: Promise<void> = Promise.resolve();
  let isTimed = false;
  let isFailing = false;
  const sendAll = async (): Promise<void> => {
    try {
      for (let piece = waiting.piece(); piece !== undefined; piece = waiting.piece()) {
        await client.events.append({ runId, workerId, ...piece });
        waiting.sent();
      }
      isFailing = false;
    } catch (error) {
      isFailing = true;
      soon();
      throw error;
    }
  };
  // Each begins when the one before is over, so what was emitted before it is sent when it ends.
  const drain = (): Promise<void> => {
    sending = sending.then(sendAll, sendAll);
    return sending;
  };
  const soon = (): void => {
    if (isTimed || stopped.signal.aborted) return;
    isTimed = true;
    void later();
  };
  const later = async (): Promise<void> => {
    try {
      await clock.sleep(drainAfterMs, stopped.signal);
      isTimed = false;
      await drain();
    } catch (error) {
      if (!stopped.signal.aborted) log.warn('Events wait for the broker', { runId, error });
    }
  };
  return {
    async emit(event) {
      if (stopped.signal.aborted) throw new Error(`The event log of run ${runId} is closed`);
      waiting.add(event, formatEventLine(event, runId).length);
      soon();
      // In an outage events wait, and hold nothing else up.
      if (waiting.size() >= drainAt && !isFailing) await drain().catch(() => undefined);
    },
    flush: drain,
    async close() {
      stopped.abort();
      await drain();
    },
  };
}

const drainAfterMs = 2_000;
const drainAt = 256 * 1024;
const mostInPiece = 4 * 2 ** 20;
const mostWaiting = 16 * 2 ** 20;

/** What was emitted and is not yet known to be stored, in its order. */
function createWaiting() {
  let lines: { readonly event: Event; readonly size: number }[] = [];
  let size = 0;
  let number = 1;
  let begun: Waiting | undefined;
  /** So many from the front as go into one piece; at least one. */
  const cut = (): readonly Event[] => {
    let sum = 0;
    const end = lines.findIndex((line, index) => {
      sum += line.size;
      return index > 0 && sum > mostInPiece;
    });
    const taken = lines.slice(0, end === -1 ? undefined : end);
    lines = lines.slice(taken.length);
    size -= taken.reduce((all, line) => all + line.size, 0);
    return taken.map(({ event }) => event);
  };
  return {
    size: () => size,
    add(event: Event, length: number) {
      if (size >= mostWaiting) {
        throw new Error(`The event is not accepted: ${size} characters wait for the broker`);
      }
      lines.push({ event, size: length });
      size += length;
    },
    piece() {
      if (begun === undefined && lines.length > 0) begun = { number, events: cut() };
      return begun;
    },
    sent() {
      begun = undefined;
      number += 1;
    },
  };
}
