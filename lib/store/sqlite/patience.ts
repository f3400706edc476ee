import { isBusy } from './explain-error.ts';

/**
 * Repeats what another process's lock keeps from happening. SQLite could wait by itself, but its pauses
 * grow to 100 ms, so of two busy processes one would get hardly a turn; and it does not wait at all
 * where two of them turn a fresh file to write-ahead logging.
 */
export function patiently<Result>(waitMs: number, work: () => Result): Result {
  for (let left = waitMs; ; left -= pauseMs) {
    try {
      return work();
    } catch (error) {
      if (!isBusy(error) || left <= 0) throw error;
    }
    Atomics.wait(neverWoken, 0, 0, pauseMs);
  }
}

const pauseMs = 1;
const neverWoken = new Int32Array(new SharedArrayBuffer(4));
