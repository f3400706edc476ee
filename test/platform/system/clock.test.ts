import { describe, expect, it } from 'vitest';
import { systemClock } from '#platform/system/clock.ts';

describe('systemClock', () => {
  it('tells the time of this machine', () => {
    const before = Date.now();
    const now = systemClock.now();
    expect(now).toBeGreaterThanOrEqual(before);
    expect(now).toBeLessThanOrEqual(Date.now());
  });

  it('sleeps at least as long as asked', async () => {
    const begun = performance.now();
    await systemClock.sleep(30);
    expect(performance.now() - begun).toBeGreaterThanOrEqual(29);
    await systemClock.sleep(0);
    await systemClock.sleep(-5);
  });

  it('ends a sleep that is aborted, or was before it began', async () => {
    const controller = new AbortController();
    const sleep = systemClock.sleep(60_000, controller.signal);
    controller.abort();
    await expect(sleep).rejects.toThrow(/aborted/);
    await expect(systemClock.sleep(60_000, controller.signal)).rejects.toThrow(/aborted/);
  });

  it('sleeps longer than a timer of Node can', async () => {
    const controller = new AbortController();
    const sleep = systemClock.sleep(2 ** 40, controller.signal);
    const first = await Promise.race([sleep.catch(String), systemClock.sleep(50).then(() => 'on')]);
    expect(first).toBe('on');
    controller.abort();
    await expect(sleep).rejects.toThrow(/aborted/);
  });
});
