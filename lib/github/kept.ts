import type { TimeSource } from '#base/needs/clock.ts';

export interface KeptOptions<Value> {
  readonly clock: TimeSource;
  /** How many values are kept; the least used one goes first. */
  readonly most: number;
  readonly until: (value: Value, now: number) => number;
}

export interface Kept<Value> {
  /** The kept value, or a new one; callers in the meantime wait for the same. A failure is not kept. */
  read(key: string, make: () => Promise<Value>): Promise<Value>;
  forget(key: string): void;
}

/** Keeps answers for a while, so that the same is asked once. */
export function createKept<Value>({ clock, most, until }: KeptOptions<Value>): Kept<Value> {
  const values = new Map<string, { readonly value: Value; readonly until: number }>();
  const coming = new Map<string, Promise<Value>>();
  const make = async (key: string, produce: () => Promise<Value>): Promise<Value> => {
    try {
      const value = await produce();
      values.set(key, { value, until: until(value, clock.now()) });
      for (const oldest of values.keys()) {
        if (values.size <= most) break;
        values.delete(oldest);
      }
      return value;
    } finally {
      coming.delete(key);
    }
  };
  return {
    async read(key, produce) {
      const found = values.get(key);
      values.delete(key);
      if (found !== undefined && clock.now() < found.until) {
        values.set(key, found);
        return found.value;
      }
      const pending = coming.get(key) ?? make(key, produce);
      coming.set(key, pending);
      return pending;
    },
    forget: (key) => void values.delete(key),
  };
}
