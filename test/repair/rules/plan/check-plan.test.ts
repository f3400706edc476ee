import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkPlan } from '#repair/rules/plan/check-plan.ts';
import type { StructuredStep } from '#model/structured-plan.ts';
import { randomSteps } from './random-plans.ts';
import { planOf, step } from './steps.ts';

const after = (stepId: number, ...dependsOn: number[]) => step(stepId, undefined, { dependsOn });
const check = (...steps: readonly StructuredStep[]) => checkPlan(planOf(...steps));
const cyclesOf = (...steps: readonly StructuredStep[]) =>
  check(...steps).flatMap((problem) => (problem.kind === 'cycle' ? [problem.members] : []));

describe('checkPlan', () => {
  it('finds nothing wrong with an empty plan, a chain and a diamond', () => {
    expect(check()).toEqual([]);
    expect(check(after(2, 1), after(1))).toEqual([]);
    expect(check(after(4, 2, 3), after(3, 1), after(2, 1), after(1))).toEqual([]);
  });

  it('names an id once, however often it is repeated', () => {
    expect(check(after(7), after(1), after(7), after(7))).toEqual([
      {
        kind: 'duplicate_step',
        stepId: 7,
        sentence: 'Two steps have the id 7: give each step its own.',
      },
    ]);
  });

  it('names each id that is repeated', () => {
    expect(check(after(2), after(1), after(2), after(1), after(3))).toMatchObject([
      { kind: 'duplicate_step', stepId: 1 },
      { kind: 'duplicate_step', stepId: 2 },
    ]);
  });

  it('names every dependency that the plan does not have', () => {
    expect(check(after(1, 8, 9, 8))).toMatchObject([
      { kind: 'unknown_dependency', stepId: 1, dependency: 8 },
      { kind: 'unknown_dependency', stepId: 1, dependency: 9 },
    ]);
    expect(check(after(1, 8))[0]?.sentence).toBe(
      'Step 1 depends on step 8, which the plan does not have: add it or drop the dependency.',
    );
  });

  it('takes a condition on a step that is before, directly or through others', () => {
    const onlyIf = [{ step: 1, is: 'failed' as const }];
    expect(check(after(1), after(2, 1), step(3, undefined, { dependsOn: [2], onlyIf }))).toEqual(
      [],
    );
  });

  it.each([
    ['beside it', 2],
    ['that is itself', 3],
    ['after it', 4],
    ['that is unknown', 9],
  ])('refuses a condition on a step %s', (_, asked) => {
    const onlyIf = [{ step: asked, is: 'succeeded' as const }];
    const conditional = step(3, undefined, { dependsOn: [1], onlyIf });
    expect(check(after(1), after(2), conditional, after(4, 3))).toEqual([
      {
        kind: 'condition_not_before',
        stepId: 3,
        asked,
        sentence: `Step 3 has a condition on step ${asked}, which need not have ended before it: let step 3 depend on it.`,
      },
    ]);
  });

  it('shows a cycle by all its members in order, without what leads to it or hangs on it', () => {
    const steps = [after(5, 2), after(3, 4), after(2, 3, 1), after(4, 2), after(1)];
    expect(check(...steps)).toEqual([
      {
        kind: 'cycle',
        members: [2, 3, 4],
        sentence: 'Steps wait for each other (2 -> 3 -> 4 -> 2): drop one of these dependencies.',
      },
    ]);
  });

  it('shows every cycle, also two that share a step or hang on each other', () => {
    expect(cyclesOf(after(1, 2, 3), after(2, 1), after(3, 1))).toEqual([
      [1, 2],
      [1, 3],
    ]);
    expect(cyclesOf(after(1, 2), after(2, 1), after(3, 4, 1), after(4, 3))).toEqual([
      [1, 2],
      [3, 4],
    ]);
    expect(cyclesOf(after(6, 6), after(2, 6))).toEqual([[6]]);
  });

  it('says the same of the same steps in any order', () => {
    const steps = [after(1, 2, 9), after(2, 3), after(3, 1, 2), after(4, 4), after(5), after(5)];
    fc.assert(
      fc.property(fc.shuffledSubarray(steps, { minLength: steps.length }), (shuffled) => {
        expect(check(...shuffled)).toEqual(check(...steps));
      }),
    );
  });

  it('finds nothing wrong with any sound plan, and every edge that closes a cycle', () => {
    fc.assert(
      fc.property(randomSteps, fc.nat(), (steps, pick) => {
        expect(check(...steps)).toEqual([]);
        const last = steps.find((one) => one.stepId === pick % Math.max(1, steps.length));
        const [first] = last?.dependsOn ?? [];
        fc.pre(last !== undefined && first !== undefined);
        const closed = steps.map((one) =>
          one.stepId === first ? { ...one, dependsOn: [...one.dependsOn, last.stepId] } : one,
        );
        const cycles = cyclesOf(...closed);
        expect(cycles.flat()).toContain(first);
        for (const members of cycles) expect(isCycle(members, closed)).toBe(true);
      }),
    );
  });
});

function isCycle(members: readonly number[], steps: readonly StructuredStep[]): boolean {
  return members.every((member, index) => {
    const next = members[(index + 1) % members.length] ?? -1;
    return steps.find(({ stepId }) => stepId === member)?.dependsOn.includes(next);
  });
}
