/** Timers beyond this fire at once. */
const longestTimerMs = 2 ** 31 - 1;

/**
 * Fires after a time, or when the other signal does. Its timer holds it: a timeout that only a composed signal knows of
 * is forgotten by Node when it cleans up memory, and then what was composed of it says for ever that it has not fired.
 */
export function stopAfter(milliseconds: number, other?: AbortSignal): AbortSignal {
  const over = new AbortController();
  const stop = (): void => over.abort();
  setTimeout(stop, Math.min(milliseconds, longestTimerMs)).unref();
  if (other?.aborted === true) stop();
  other?.addEventListener('abort', stop, { once: true });
  return over.signal;
}
