import { describe, expect, it } from 'vitest';
import { limitConcurrency } from '#base/limit-concurrency.ts';

/** Pieces of work that end when the test says so. */
function pieces(limit: ReturnType<typeof limitConcurrency>, count: number) {
  const begun: number[] = [];
  const ends: { resolve: () => void; reject: (error: Error) => void }[] = [];
  const all = Array.from({ length: count }, (_, piece) =>
    limit(async () => {
      const end = Promise.withResolvers<void>();
      begun.push(piece);
      ends[piece] = end;
      await end.promise;
      return piece;
    }),
  );
  return { begun, ends, all };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('a limit on what runs at once', () => {
  it('begins so many, and the next when one is over, in the order in which they came', async () => {
    const { begun, ends, all } = pieces(limitConcurrency(2), 4);
    await turn();
    expect(begun).toEqual([0, 1]);
    ends[1]?.resolve();
    await turn();
    expect(begun).toEqual([0, 1, 2]);
    ends[0]?.resolve();
    await turn();
    ends[2]?.resolve();
    ends[3]?.resolve();
    expect(await Promise.all(all)).toEqual([0, 1, 2, 3]);
  });

  it('goes on after work that fails', async () => {
    const { begun, ends, all } = pieces(limitConcurrency(1), 2);
    await turn();
    const failed = all[0]?.catch(String);
    ends[0]?.reject(new Error('no'));
    expect(await failed).toBe('Error: no');
    await turn();
    expect(begun).toEqual([0, 1]);
    ends[1]?.resolve();
    expect(await all[1]).toBe(1);
  });

  it('lets one work where none was allowed', async () => {
    expect(await limitConcurrency(0)(async () => 'done')).toBe('done');
  });
});
