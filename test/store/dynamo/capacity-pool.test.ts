import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Taker } from '#store/dynamo/capacity.ts';
import { createDynamoCapacityPool } from '#store/dynamo/capacity-pool.ts';
import { connect, type DynamoEndpoint, freshTable, startDynamo } from '../../support/dynamo.ts';
import { runId, t0 } from '../../support/samples.ts';

let endpoint: DynamoEndpoint;
beforeAll(async () => {
  endpoint = await startDynamo();
});
afterAll(() => endpoint.close());

const minute = 60_000;
const times = { now: t0, until: t0 + minute };

async function freshPool(size: number) {
  const table = await freshTable(endpoint);
  return {
    pool: createDynamoCapacityPool(table, size),
    /** As another process has it. */
    reopen: (other = size) =>
      createDynamoCapacityPool({ client: connect(endpoint.url), name: table.name }, other),
  };
}

function taker(name: string | number, number = 1): Taker {
  return { runId: runId(`run-${name}`), number };
}

describe('worker slots', () => {
  it('are taken until there is none, and are free again when they are given back', async () => {
    const { pool } = await freshPool(2);
    expect(await pool.take(taker(1), times)).toBe('taken');
    expect(await pool.take(taker(2), times)).toBe('taken');
    expect(await pool.take(taker(3), times)).toBe('full');
    await pool.giveBack(taker(1));
    expect(await pool.take(taker(3), times)).toBe('taken');
    expect(await pool.take(taker(1), times)).toBe('full');
  });

  it('are kept by the launch that has one, however often it asks', async () => {
    const { pool, reopen } = await freshPool(2);
    await pool.take(taker(1), times);
    await pool.assign(taker(1), 'task/1');
    await pool.take(taker(2), times);
    expect(await pool.take(taker(1), { now: t0, until: t0 + 2 * minute })).toBe('taken');
    expect(await reopen().take(taker(1), { now: t0, until: t0 + 2 * minute })).toBe('taken');
    expect(await pool.take(taker(1, 2), times), 'another launch of the run').toBe('full');
    expect((await pool.taken(t0)).find(({ taskRef }) => taskRef === 'task/1')).toEqual({
      taker: taker(1),
      taskRef: 'task/1',
      until: t0 + 2 * minute,
    });
  });

  it('are free when their time is over, and belong to nobody then', async () => {
    const { pool } = await freshPool(1);
    await pool.take(taker(1), times);
    await pool.assign(taker(1), 'task/1');
    const later = { now: t0 + minute, until: t0 + 2 * minute };
    expect(await pool.take(taker(2), { ...later, now: t0 + minute - 1 })).toBe('full');
    expect(await pool.take(taker(2), later)).toBe('taken');
    await pool.free(['task/1']);
    await pool.giveBack(taker(1));
    await pool.assign(taker(1), 'task/9');
    expect(await pool.taken(later.now)).toEqual([
      { taker: taker(2), taskRef: undefined, until: later.until },
    ]);
    expect(await pool.taken(later.until)).toEqual([]);
  });

  it('stay with a worker that runs, although a second launch of it came to nothing', async () => {
    const { pool } = await freshPool(1);
    await pool.take(taker(1), times);
    await pool.assign(taker(1), 'task/1');
    await pool.giveBack(taker(1));
    expect(await pool.take(taker(2), times)).toBe('full');
    await pool.free(['task/2']);
    expect(await pool.take(taker(2), times)).toBe('full');
    await pool.free(['task/1']);
    expect(await pool.take(taker(2), times)).toBe('taken');
  });

  it('are no more than there are after their number went down', async () => {
    const { pool, reopen } = await freshPool(3);
    for (const name of [1, 2, 3]) await pool.take(taker(name), times);
    expect(await reopen(2).take(taker(4), times)).toBe('full');
    await pool.giveBack(taker(1));
    expect(await reopen(2).take(taker(4), times)).toBe('full');
  });
});

describe('many who want a place at the same moment', () => {
  it('never have more than there are, and as many as there are, whoever asks twice', async () => {
    const crowd = fc.record({
      size: fc.integer({ min: 1, max: 12 }),
      takers: fc.uniqueArray(fc.nat({ max: 999 }), { minLength: 1, maxLength: 24 }),
      repeats: fc.integer({ min: 1, max: 3 }),
    });
    const property = fc.asyncProperty(crowd, async ({ size, takers, repeats }) => {
      const { pool, reopen } = await freshPool(size);
      const pools = [pool, reopen(), reopen()];
      const asking = Array.from({ length: repeats }, () => takers).flat();
      const outcomes = await Promise.all(
        asking.map(async (name, index) => ({
          name,
          outcome: await (pools[index % pools.length] ?? pool).take(taker(name), times),
        })),
      );
      const got = new Set(
        outcomes.flatMap(({ name, outcome }) => (outcome === 'taken' ? [name] : [])),
      );
      const places = await pool.taken(t0);
      expect(places.length).toBeLessThanOrEqual(size);
      expect(new Set(places.map(({ taker: { runId: id } }) => id)).size).toBe(got.size);
      expect(got.size).toBeLessThanOrEqual(size);
      // Who asks twice may, in a crowd, have a second place until its time is over.
      const least = repeats === 1 ? Math.min(size, takers.length) : 1;
      expect(got.size).toBeGreaterThanOrEqual(least);
    });
    await fc.assert(property, { numRuns: 15 });
  });

  it('never have more than there are at any moment, while others give back', async () => {
    const size = 4;
    const { pool, reopen } = await freshPool(size);
    let held = 0;
    let most = 0;
    let turns = 0;
    const workers = Array.from({ length: 16 }, async (_, index) => {
      const own = reopen();
      for (let round = 0; round < 6; round += 1) {
        const me = taker(index, round + 1);
        if ((await own.take(me, times)) === 'full') continue;
        held += 1;
        most = Math.max(most, held);
        turns += 1;
        await new Promise((resolve) => setTimeout(resolve, 5));
        held -= 1;
        if (round % 2 === 0) await own.giveBack(me);
        else {
          await own.assign(me, `task/${index}-${round}`);
          await own.free([`task/${index}-${round}`]);
        }
      }
    });
    await Promise.all(workers);
    expect(most).toBeLessThanOrEqual(size);
    expect(turns).toBeGreaterThan(size);
    expect(await pool.taken(t0)).toEqual([]);
  });
});
