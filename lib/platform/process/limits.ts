import type { Command, Exit } from '#check/needs/processes.ts';

import { timerDelay } from './timing.ts';

export interface TimeLimits {
  /** Output arrived: the silence is over. */
  touch(): void;
  disarm(): void;
}

/** Calls `stop` when the time is up, the silence too long, or the caller no longer wants it. */
export function armLimits(
  { wallMs, idleMs }: Pick<Command, 'wallMs' | 'idleMs'>,
  signal: AbortSignal | undefined,
  stop: (exit: Exit) => void,
): TimeLimits {
  const wall = armTimer(wallMs, () => stop({ kind: 'timed-out', limit: 'wall', limitMs: wallMs }));
  const idle =
    idleMs === undefined
      ? undefined
      : armTimer(idleMs, () => stop({ kind: 'timed-out', limit: 'idle', limitMs: idleMs }));
  const abort = (): void => stop({ kind: 'aborted' });
  if (signal?.aborted === true) abort();
  signal?.addEventListener('abort', abort, { once: true });
  return {
    touch: () => idle?.restart(),
    disarm() {
      wall.clear();
      idle?.clear();
      signal?.removeEventListener('abort', abort);
    },
  };
}

/**
 * When we were held up ourselves, the timer fires before we see that the program has written or ended in time. So the
 * limit is reached only if that is still so after the events that were waiting.
 */
function armTimer(milliseconds: number, onReached: () => void): { restart(): void; clear(): void } {
  let confirmation: NodeJS.Immediate | undefined;
  let cleared = false;
  const timer = setTimeout(() => {
    confirmation = setImmediate(onReached);
  }, timerDelay(milliseconds));
  return {
    restart() {
      // Output still arrives while the pipes drain.
      if (cleared) return;
      clearImmediate(confirmation);
      timer.refresh();
    },
    clear() {
      cleared = true;
      clearImmediate(confirmation);
      clearTimeout(timer);
    },
  };
}
