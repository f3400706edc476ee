import { describe, expect, it } from 'vitest';
import { keepsEveryPromise, wanted } from './schedules/keep.ts';
import { calmMoves } from './schedules/moves.ts';

// It computes and waits for nothing, so beside many others it takes as much longer.
const longest = 15 * 60_000;

describe('random schedules', () => {
  it(
    'keep every promise 2,500 times, in whatever order things happen',
    async () => {
      const seen = await keepsEveryPromise(calmMoves, 2_500);
      expect(wanted.filter((what) => !seen.has(what))).toEqual([]);
    },
    longest,
  );
});
