import * as fc from 'fast-check';
import type { StructuredStep } from '#model/structured-plan.ts';
import { asks, deletes, reads, runs, step, writes } from './steps.ts';

const path = fc.constantFrom('a', 'A', 'a/b', 'a/B/c', './a/b', 'd', 'd/e', 'é', 'E\u0301', 'z');

const action = fc.oneof(
  { weight: 4, arbitrary: path.map(writes) },
  { weight: 2, arbitrary: path.map(deletes) },
  { weight: 4, arbitrary: path.map(reads) },
  { weight: 1, arbitrary: fc.boolean().map(runs) },
  { weight: 1, arbitrary: fc.constant(asks()) },
);

const rawStep = fc.record({
  action,
  picks: fc.array(fc.nat(), { maxLength: 3 }),
  is: fc.option(fc.constantFrom('succeeded', 'failed', 'skipped')),
});

/** Steps of sound plans with any action, any dependencies and conditions, listed in any order. */
export const randomSteps: fc.Arbitrary<readonly StructuredStep[]> = fc
  .array(rawStep, { maxLength: 25 })
  .map((rows) =>
    rows.map(({ action: does, picks, is }, index) => {
      const dependsOn = index === 0 ? [] : [...new Set(picks.map((pick) => pick % index))];
      const [asked] = dependsOn;
      const onlyIf = is === null || asked === undefined ? [] : [{ step: asked, is }];
      return step(index, does, { dependsOn, onlyIf });
    }),
  )
  .chain((steps) => fc.shuffledSubarray(steps, { minLength: steps.length }));
