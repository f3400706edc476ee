import { setImmediate as checkPhase } from 'node:timers/promises';

/** Node fires timers beyond this at once. */
const longestDelayMs = 2 ** 31 - 1;

/** A delay that timers accept; 24 days stand for anything longer. */
export function timerDelay(milliseconds: number): number {
  return Math.min(milliseconds, longestDelayMs);
}

/** Whether it settles in time; leaves no timer behind. */
export async function endsWithin(ending: Promise<unknown>, milliseconds: number): Promise<boolean> {
  const late = Promise.withResolvers<false>();
  const timer = setTimeout(late.resolve, timerDelay(milliseconds), false);
  try {
    return await Promise.race([ending.then(() => true), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** Gives the event loop one full turn, so that what has already happened outside is noticed. */
export async function fullTurn(): Promise<void> {
  await checkPhase();
  await checkPhase();
}
