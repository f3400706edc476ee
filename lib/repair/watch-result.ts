import type { StartedAgent } from '#agents/contract.ts';
import type { Timer } from '#base/needs/clock.ts';
import type { Scratch } from '#check/needs/scratch.ts';

interface Watch {
  /** Aborted once the program has printed its result and does not end. */
  readonly signal: AbortSignal;
  stop(): void;
}

const betweenLooksMs = 5_000;
const graceMs = 10_000;

/** Watches for the result of a program that may not end by itself, in the file that it prints to. */
export function watchLastWord(
  deps: { readonly scratch: Scratch; readonly clock: Timer },
  { isDone }: StartedAgent,
  { path, maxBytes }: { readonly path: string; readonly maxBytes: number },
): Watch {
  const [done, stopping] = [new AbortController(), new AbortController()];
  const { signal } = stopping;
  const watch = async (isLast: (stdout: string) => boolean): Promise<void> => {
    let printed = '';
    while (!isLast(printed)) {
      await deps.clock.sleep(betweenLooksMs, signal);
      printed = (await deps.scratch.read(path, maxBytes)) ?? '';
    }
    await deps.clock.sleep(graceMs, signal);
    done.abort();
  };
  // It fails when it is stopped, and what cannot be read now is told at the end.
  if (isDone !== undefined) void watch(isDone).catch(() => undefined);
  return { signal: done.signal, stop: () => stopping.abort() };
}
