import type { Timer } from '#base/needs/clock.ts';

/** Wakes those of a process who wait for something that it does itself. */
export interface Bell {
  ring(): void;
  /** Ends with the next ring, when the time is over, or with the signal. */
  wait(milliseconds: number, signal: AbortSignal): Promise<void>;
}

export function createBell(clock: Timer): Bell {
  let next = Promise.withResolvers<void>();
  return {
    ring() {
      next.resolve();
      next = Promise.withResolvers();
    },
    async wait(milliseconds, signal) {
      const rung = new AbortController();
      const sleep = clock.sleep(milliseconds, AbortSignal.any([signal, rung.signal]));
      // The only reason for it to fail is that it was ended early.
      await Promise.race([next.promise, sleep.catch(() => undefined)]);
      rung.abort();
    },
  };
}
