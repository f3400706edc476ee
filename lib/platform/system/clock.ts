import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '#base/needs/clock.ts';

// A timer of Node longer than this fires at once.
const longestTimerMs = 2 ** 31 - 1;

/** The clock of this machine; an aborted sleep rejects with an AbortError. */
export const systemClock: Clock = {
  now: () => Date.now(),
  async sleep(milliseconds, signal) {
    let leftMs = Math.max(0, milliseconds);
    do {
      const stepMs = Math.min(leftMs, longestTimerMs);
      await delay(stepMs, undefined, signal === undefined ? {} : { signal });
      leftMs -= stepMs;
    } while (leftMs > 0);
  },
};
