import { setTimeout as sleep } from 'node:timers/promises';

/** Repeats a reading until it is as expected, or returns the last one after 20 seconds. */
export async function soon<Value>(
  read: () => Promise<Value>,
  isExpected: (value: Value) => boolean,
): Promise<Value> {
  const end = Date.now() + 20_000;
  for (;;) {
    const value = await read();
    if (isExpected(value) || Date.now() > end) return value;
    await sleep(10);
  }
}
