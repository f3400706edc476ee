import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planBatches, pickTogether } from '#repair/rules/plan/batches.ts';
import { conflict, touchOf } from '#repair/rules/plan/touched-paths.ts';
import { randomSteps } from './random-plans.ts';
import { asks, ids, reads, runs, step, writes } from './steps.ts';
import { processorMs } from '../../../support/processor-time.ts';

describe('batchesOf', () => {
  it('runs together what does not wait for each other, up to the limit', () => {
    const steps = [1, 2, 3, 4, 5].map((id) => step(id));
    expect(planBatches(steps, 2).map(ids)).toEqual([[1, 2], [3, 4], [5]]);
    expect(planBatches([], 2)).toEqual([]);
  });

  it('puts dependents into a later batch', () => {
    const steps = [
      step(1, undefined, { dependsOn: [3, 2, 3] }),
      step(2, undefined, { dependsOn: [3] }),
      step(3),
    ];
    expect(planBatches(steps, 9).map(ids)).toEqual([[3], [2], [1]]);
  });

  it('keeps apart what touches the same place', () => {
    const steps = [step(1, writes('a')), step(2, writes('A/b')), step(3, reads('b'))];
    expect(planBatches(steps, 9).map(ids)).toEqual([[1, 3], [2]]);
  });

  it('runs a command and a question alone', () => {
    const steps = [step(1), step(2, runs()), step(3), step(4, asks()), step(5)];
    expect(planBatches(steps, 9).map(ids)).toEqual([[1, 3, 5], [2], [4]]);
  });

  it('refuses a plan that was not checked, and a limit of none', () => {
    expect(() => planBatches([step(1, undefined, { dependsOn: [1] })], 1)).toThrow(
      'check the plan',
    );
    expect(() => planBatches([step(1)], 0)).toThrow('With a limit of 0');
  });

  it('holds every step of any plan once, after what it depends on and without conflicts', () => {
    fc.assert(
      fc.property(randomSteps, fc.integer({ min: 1, max: 6 }), (steps, limit) => {
        const ended = new Set<number>();
        for (const batch of planBatches(steps, limit)) {
          expect(batch.length).toBeLessThanOrEqual(limit);
          for (const one of batch) {
            expect(one.dependsOn.every((id) => ended.has(id))).toBe(true);
            const others = batch.filter((other) => other !== one).map(touchOf);
            expect(others.some((other) => conflict(other, touchOf(one)))).toBe(false);
          }
          for (const { stepId } of batch) ended.add(stepId);
        }
        expect(planBatches(steps, limit).flat()).toHaveLength(steps.length);
        expect(ended.size).toBe(steps.length);
      }),
    );
  });

  it('gives the same batches in whatever order the steps stand', () => {
    const shuffled = randomSteps.chain((steps) =>
      fc.tuple(fc.constant(steps), fc.shuffledSubarray([...steps], { minLength: steps.length })),
    );
    fc.assert(
      fc.property(shuffled, fc.integer({ min: 1, max: 6 }), ([steps, others], limit) => {
        expect(planBatches(others, limit).map(ids)).toEqual(planBatches(steps, limit).map(ids));
      }),
    );
  });

  it('puts ten thousand steps into batches in less than a second', () => {
    const steps = Array.from({ length: 10_000 }, (_, id) => step(id));
    const took = processorMs(() => expect(planBatches(steps, 100)).toHaveLength(100));
    expect(took).toBeLessThan(1_000);
  });
});

describe('pickTogether', () => {
  it('counts the steps that run already and keeps clear of them', () => {
    const ready = [step(3, writes('a/b')), step(2), step(4), step(5)];
    const beside = [step(1, writes('a'))];
    expect(ids(pickTogether(ready, { limit: 3, beside }))).toEqual([2, 4]);
    expect(pickTogether(ready, { limit: 3, beside: [step(1, runs())] })).toEqual([]);
    expect(pickTogether([step(6, runs())], { limit: 3, beside })).toEqual([]);
  });
});
