import type { Clock } from '#base/needs/clock.ts';

export interface ManualClock extends Clock {
  /** Moves the time and ends the sleeps that are over by then. */
  advance(milliseconds: number): void;
  /** How long each sleep still takes. */
  sleeping(): readonly number[];
}

interface Sleep {
  readonly until: number;
  readonly wake: () => void;
}

/** A clock that stands still until it is moved. */
export function createManualClock(start = Date.UTC(2026, 0, 1)): ManualClock {
  let time = start;
  let sleeps: readonly Sleep[] = [];
  return {
    now: () => time,
    sleep: (milliseconds, signal) =>
      new Promise((resolve, reject) => {
        signal?.throwIfAborted();
        const sleep = { until: time + milliseconds, wake: resolve };
        sleeps = [...sleeps, sleep];
        signal?.addEventListener('abort', () => {
          sleeps = sleeps.filter((other) => other !== sleep);
          reject(new DOMException('The sleep was aborted', 'AbortError'));
        });
      }),
    advance(milliseconds) {
      time += milliseconds;
      const over = sleeps.filter(({ until }) => until <= time);
      sleeps = sleeps.filter(({ until }) => until > time);
      for (const { wake } of over) wake();
    },
    sleeping: () => sleeps.map(({ until }) => until - time),
  };
}

/** A clock whose sleeps are over at once: each moves the time by its length. */
export function createImpatientClock(start = Date.UTC(2026, 0, 1)): ManualClock {
  const clock = createManualClock(start);
  return {
    ...clock,
    async sleep(milliseconds, signal) {
      signal?.throwIfAborted();
      clock.advance(milliseconds);
    },
  };
}
