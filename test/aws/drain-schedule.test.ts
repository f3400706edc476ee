import { describe, expect, it } from 'vitest';
import { createDrainSchedule } from '#aws/drain-schedule.ts';
import { createManualClock } from '../support/manual-clock.ts';

/** A buffer that takes some turns of the event loop to drain. */
function setUp(options: { readonly failures?: number } = {}) {
  const clock = createManualClock();
  let waiting: number[] = [];
  const drained: number[] = [];
  const seen = { atOnce: 0, most: 0, failures: [] as unknown[] };
  const schedule = createDrainSchedule(clock, {
    isEmpty: () => waiting.length === 0,
    everyMs: 5_000,
    onFailure: (error) => void seen.failures.push(error),
    async drainSome() {
      seen.atOnce += 1;
      seen.most = Math.max(seen.most, seen.atOnce);
      await Promise.resolve();
      seen.atOnce -= 1;
      if (seen.failures.length < (options.failures ?? 0)) throw new Error('no luck');
      drained.push(...waiting);
      waiting = [];
    },
  });
  const add = (item: number) => {
    waiting = [...waiting, item];
  };
  return { clock, schedule, add, drained, seen };
}

describe('createDrainSchedule', () => {
  it('runs one drain at a time, which all share', async () => {
    const { schedule, add, drained, seen } = setUp();
    add(1);
    await Promise.all([schedule.now(), schedule.now(), schedule.now()]);
    expect(drained).toEqual([1]);
    expect(seen.most).toBe(1);
  });

  it('drains what was there when it was asked to, at whatever moment that was', async () => {
    for (let turns = 0; turns < 12; turns += 1) {
      const { schedule, add, drained } = setUp();
      add(1);
      const first = schedule.now();
      for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
      add(2);
      await schedule.now();
      expect(drained).toEqual([1, 2]);
      await first;
    }
  });

  it('drains soon, once for any number of calls', async () => {
    const { clock, schedule, add, drained } = setUp();
    add(1);
    for (let call = 0; call < 3; call += 1) schedule.soon();
    expect(clock.sleeping()).toEqual([5_000]);
    expect(drained).toEqual([]);
    clock.advance(5_000);
    await new Promise((resolve) => setTimeout(resolve, 1));
    expect(drained).toEqual([1]);
    expect(clock.sleeping()).toEqual([]);
  });

  it('tells of a failure, knows it is failing, and tries again by itself', async () => {
    const { clock, schedule, add, drained, seen } = setUp({ failures: 2 });
    add(1);
    await expect(schedule.now()).rejects.toThrow('no luck');
    expect([schedule.failing(), seen.failures.length]).toEqual([true, 1]);
    for (let round = 0; round < 2; round += 1) {
      expect(clock.sleeping()).toEqual([5_000]);
      clock.advance(5_000);
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    expect([schedule.failing(), seen.failures.length]).toEqual([false, 2]);
    expect(drained).toEqual([1]);
  });

  it('leaves no sleep behind when it is stopped, and still drains when asked', async () => {
    const { clock, schedule, add, drained } = setUp();
    add(1);
    schedule.soon();
    schedule.stop();
    schedule.soon();
    expect(clock.sleeping()).toEqual([]);
    await schedule.now();
    expect(drained).toEqual([1]);
  });
});
