import type { Clock } from '#base/needs/clock.ts';

/** Lets one write through each second, in their order, as GitHub asks of whoever makes content. */
export function createPace(clock: Clock, gapMs = 1_000): () => Promise<void> {
  let next = 0;
  return async () => {
    const now = clock.now();
    const at = Math.max(now, next);
    next = at + gapMs;
    if (at > now) await clock.sleep(at - now);
  };
}
