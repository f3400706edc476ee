/** Until when a step may go on, and whether it was stopped before. */
export interface Deadline {
  /** At least 1, since a limit of 0 means none to the browser's driver. */
  leftMs(): number;
  /** The result of this work; rejects when the time is up or the step is stopped, whatever the work does. */
  race<Result>(work: Promise<Result>): Promise<Result>;
}

export function createDeadline(timeoutMs: number, stop: AbortSignal | undefined): Deadline {
  const until = performance.now() + timeoutMs;
  const timeUp = AbortSignal.timeout(timeoutMs);
  return {
    // A little earlier than our own end, because the driver's errors tell more.
    leftMs: () => Math.max(1, Math.floor(until - performance.now() - headStartMs)),
    async race(work) {
      const ended = Promise.withResolvers<never>();
      const signal = stop === undefined ? timeUp : AbortSignal.any([stop, timeUp]);
      const end = (): void => ended.reject(new Error(explainEnd(stop, timeoutMs)));
      if (signal.aborted) end();
      signal.addEventListener('abort', end);
      try {
        return await Promise.race([ended.promise, work]);
      } finally {
        signal.removeEventListener('abort', end);
        // What is given up may still fail, and its failure is of no use any more.
        work.catch(() => undefined);
      }
    },
  };
}

const headStartMs = 50;

function explainEnd(stop: AbortSignal | undefined, timeoutMs: number): string {
  return stop?.aborted === true
    ? 'the step was stopped'
    : `the step took longer than its ${timeoutMs} ms`;
}
