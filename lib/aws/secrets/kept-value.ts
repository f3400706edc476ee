import type { Clock } from '#base/needs/clock.ts';

export interface KeptValue<Value> {
  read(): Promise<Value>;
  /** Asks again, but for a value that was asked for a moment ago. */
  refresh(): Promise<Value>;
}

interface Times {
  readonly keepMs: number;
  readonly refreshMs: number;
}

/** Keeps what was fetched for a while. Whoever asks while it is fetched waits for the same answer; a failure is not kept. */
export function keepValue<Value>(
  fetch: () => Promise<Value>,
  clock: Pick<Clock, 'now'>,
  { keepMs, refreshMs }: Times,
): KeptValue<Value> {
  let kept: { readonly value: Value; readonly askedAt: number } | undefined;
  let triedAt = -Infinity;
  let asking: Promise<Value> | undefined;

  const ask = (): Promise<Value> => {
    if (asking !== undefined) return asking;
    const askedAt = clock.now();
    triedAt = askedAt;
    asking = fetch()
      .then((value) => {
        kept = { value, askedAt };
        return value;
      })
      .finally(() => (asking = undefined));
    return asking;
  };

  return {
    read: async () => {
      if (kept === undefined) return ask();
      // What is not there yet is about to be made by somebody who will not wait for minutes.
      const forMs = kept.value === undefined ? refreshMs : keepMs;
      return clock.now() - kept.askedAt < forMs ? kept.value : ask();
    },
    refresh: async () =>
      kept !== undefined && clock.now() - triedAt < refreshMs ? kept.value : ask(),
  };
}
