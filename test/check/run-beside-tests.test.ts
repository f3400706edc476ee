import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runBesideTests } from '#check/run-beside-tests.ts';

interface Work {
  readonly ofTests: boolean;
  readonly turns: number;
}

/** How many were at work at once, of all and of tests. */
async function play(items: readonly Work[], parallel: number) {
  const now = { all: 0, tests: 0 };
  const most = { all: 0, tests: 0 };
  let done = 0;
  await runBesideTests(items, {
    parallel,
    isOfTests: ({ ofTests }) => ofTests,
    run: async ({ ofTests, turns }) => {
      now.all += 1;
      now.tests += ofTests ? 1 : 0;
      most.all = Math.max(most.all, now.all);
      most.tests = Math.max(most.tests, now.tests);
      for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
      now.all -= 1;
      now.tests -= ofTests ? 1 : 0;
      done += 1;
    },
  });
  return { most, done };
}

const work = fc.record({ ofTests: fc.boolean(), turns: fc.nat(8) });

describe('runs of tests in one checkout', () => {
  it('go one after the other, beside others, and all of them come to their turn', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(work), fc.integer({ min: 1, max: 4 }), async (items, parallel) => {
        const { most, done } = await play(items, parallel);
        expect(done).toBe(items.length);
        expect(most.tests).toBeLessThanOrEqual(1);
        expect(most.all).toBeLessThanOrEqual(parallel);
      }),
    );
  });

  it('keep nothing else waiting', async () => {
    const tests = { ofTests: true, turns: 50 };
    const { most } = await play([tests, tests, { ofTests: false, turns: 1 }], 2);
    expect(most).toEqual({ all: 2, tests: 1 });
  });

  it('end as a whole where one fails', async () => {
    const failing = runBesideTests([true, true], {
      parallel: 2,
      isOfTests: Boolean,
      run: () => Promise.reject(new Error('no disk')),
    });
    await expect(failing).rejects.toThrow('no disk');
  });
});
