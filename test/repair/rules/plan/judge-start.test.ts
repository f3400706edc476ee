import { describe, expect, it } from 'vitest';
import { nextSteps } from '#repair/rules/plan/next-steps.ts';
import { newProgress, progressOf } from '#repair/rules/plan/progress.ts';
import type { Execution } from '#repair/rules/plan/transitions.ts';
import type { StructuredStep } from '#model/structured-plan.ts';
import { bad, good, ran, statuses } from './carried-out.ts';
import { ids, planOf, step } from './steps.ts';

function fresh(...steps: readonly StructuredStep[]): Execution {
  const plan = planOf(...steps);
  return { plan, progress: newProgress(plan), maxRetries: 0 };
}

const next = ({ plan, progress }: Execution) => nextSteps(plan, progress, 9);
const after = (stepId: number, ...dependsOn: number[]) => step(stepId, undefined, { dependsOn });

function runnable(execution: Execution): number[] {
  const result = next(execution);
  return result.kind === 'run' ? ids(result.steps) : [];
}

const onlyIf = (is: 'succeeded' | 'failed' | 'skipped', outputContains?: string) => [
  { step: 1, is, ...(outputContains !== undefined && { outputContains }) },
];
const conditional = (...condition: Parameters<typeof onlyIf>) =>
  fresh(after(1), step(2, undefined, { dependsOn: [1], onlyIf: onlyIf(...condition) }));

function reasonOf(execution: Execution): string | undefined {
  const { progress } = next(execution);
  expect(statuses(progress)[2]).toBe('skipped');
  return progressOf(progress, 2).reason;
}

describe('a condition', () => {
  it('that holds lets its step run, also after a failure it asks for', () => {
    expect(runnable(ran(conditional('succeeded'), { 1: good() }))).toEqual([2]);
    expect(runnable(ran(conditional('failed'), { 1: bad() }))).toEqual([2]);
    expect(runnable(ran(conditional('failed'), { 1: bad({ isRolledBack: true }) }))).toEqual([2]);
    expect(runnable(ran(conditional('succeeded', 'red'), { 1: good('it is red') }))).toEqual([2]);
  });

  it('that does not hold skips its step and says why', () => {
    expect(reasonOf(ran(conditional('failed'), { 1: good() }))).toBe(
      'Step 2 runs only if step 1 failed; it succeeded.',
    );
    expect(reasonOf(ran(conditional('succeeded', 'red'), { 1: good('it is blue') }))).toBe(
      'Step 2 runs only if step 1 succeeded with "red" in its output; it succeeded without it.',
    );
    expect(reasonOf(ran(conditional('succeeded'), { 1: bad() }))).toBe(
      'Step 2 runs only if step 1 succeeded; it failed.',
    );
  });

  it('does not excuse another dependency that failed', () => {
    const execution = fresh(
      after(1),
      after(3),
      step(2, undefined, { dependsOn: [1, 3], onlyIf: onlyIf('failed') }),
    );
    const { progress } = next(ran(execution, { 1: bad(), 3: bad() }));
    expect(progressOf(progress, 2).reason).toBe('Step 2 needs step 3, which failed.');
  });

  it('can ask for a step that was skipped', () => {
    const execution = fresh(
      after(1),
      after(2, 1),
      step(3, undefined, { dependsOn: [2], onlyIf: [{ step: 2, is: 'skipped' }] }),
    );
    expect(runnable(ran(execution, { 1: bad() }))).toEqual([3]);
  });
});
