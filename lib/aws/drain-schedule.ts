import type { Clock } from '#base/needs/clock.ts';

export interface DrainSchedule {
  /** Drains until the buffer is empty; calls during a drain share it. */
  now(): Promise<void>;
  /** Drains within the interval, and again after each failure until it succeeds. */
  soon(): void;
  /** True while the last drain is one that failed. */
  failing(): boolean;
  stop(): void;
}

export interface DrainScheduleOptions {
  readonly isEmpty: () => boolean;
  readonly drainSome: () => Promise<void>;
  readonly everyMs: number;
  readonly onFailure: (error: unknown) => void;
}

/** Decides when a buffer is drained, so that one drain runs at a time and nothing is forgotten in it. */
export function createDrainSchedule(
  clock: Pick<Clock, 'sleep'>,
  options: DrainScheduleOptions,
): DrainSchedule {
  const stopped = new AbortController();
  let running: Promise<void> | undefined;
  let waiting = false;
  let failing = false;

  const now = async () => {
    if (running === undefined && !options.isEmpty()) running = drain();
    await running;
  };
  // Nothing may be awaited between the last look at the buffer and the end of `running`: whatever comes
  // after that look belongs to the next drain.
  const drain = async () => {
    try {
      while (!options.isEmpty()) await options.drainSome();
      failing = false;
    } catch (error) {
      failing = true;
      options.onFailure(error);
      soon();
      throw error;
    } finally {
      running = undefined;
    }
  };
  const soon = () => {
    if (waiting || stopped.signal.aborted) return;
    waiting = true;
    void wait().catch(() => undefined);
  };
  const wait = async () => {
    await clock.sleep(options.everyMs, stopped.signal);
    waiting = false;
    await now();
  };
  return { now, soon, failing: () => failing, stop: () => stopped.abort() };
}
