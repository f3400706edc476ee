const longestMarginMs = 5 * 60_000;

/** How much of the time that a session has left may be spent before the proof begins that must follow. */
export function timeForWork(leftMs: number): number {
  const left = Math.max(0, leftMs);
  return Math.floor(left - Math.min(longestMarginMs, left / 4));
}
