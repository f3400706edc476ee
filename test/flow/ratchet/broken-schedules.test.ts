import { describe, expect, it } from 'vitest';
import { keepsEveryPromise, wantedOfBreaks } from './schedules/keep.ts';
import { roughMoves } from './schedules/moves.ts';

// It computes and waits for nothing, so beside many others it takes as much longer.
const longest = 15 * 60_000;

describe('random schedules in which processes die, calls fail and workers are lost', () => {
  it(
    'keep every promise 10,000 times, wherever they break off',
    async () => {
      const seen = await keepsEveryPromise(roughMoves, 10_000);
      expect(wantedOfBreaks.filter((what) => !seen.has(what))).toEqual([]);
    },
    longest,
  );
});
