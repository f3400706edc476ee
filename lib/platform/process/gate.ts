import type { Readable } from 'node:stream';

/** Chunks have at most 64 KiB. */
const mostWaitingChunks = 16;

export interface Gate {
  /** Counts what was read as waiting until it is written. */
  hold(written: Promise<unknown>): void;
  /** Reads on whatever waits: for the little that is left at the end. */
  open(): void;
}

/** Stops reading all streams while too much waits to be written: memory stays bounded, and their order is kept. */
export function createGate(
  sources: readonly Readable[],
  onFailure: (error: unknown) => void,
): Gate {
  let waiting = 0;
  let mostWaiting = mostWaitingChunks;
  const resumeAll = (): void => sources.forEach((source) => source.resume());
  const release = (): void => {
    waiting -= 1;
    if (waiting === 0) resumeAll();
  };
  return {
    hold(written) {
      waiting += 1;
      if (waiting >= mostWaiting) sources.forEach((source) => source.pause());
      void written.catch(onFailure).then(release);
    },
    open() {
      mostWaiting = Infinity;
      resumeAll();
    },
  };
}
