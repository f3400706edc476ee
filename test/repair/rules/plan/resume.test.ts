import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { nextSteps } from '#repair/rules/plan/next-steps.ts';
import {
  changedSteps,
  executionProgress,
  newProgress,
  progressOf,
  withSteps,
  stepProgress,
} from '#repair/rules/plan/progress.ts';
import { resumeProgress } from '#repair/rules/plan/resume.ts';
import { startStep, type Execution } from '#repair/rules/plan/transitions.ts';
import type { StructuredStep } from '#model/structured-plan.ts';
import { bad, carriedOut, good, statuses } from './carried-out.ts';
import { randomSteps } from './random-plans.ts';
import { ids, planOf, runs, step } from './steps.ts';

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

describe('an execution that was killed', () => {
  it('runs again what is harmless to repeat and fails the rest with a reason', () => {
    const execution = fresh(
      step(1),
      step(2, runs(true)),
      step(3, runs(false)),
      step(4),
      after(5, 3),
    );
    const cut = [1, 2, 3].reduce((rest, id) => startStep(rest, id, 5), execution.progress);
    const result = resumeProgress(execution.plan, cut, 50);
    expect(result).toMatchObject({ again: [1, 2], failed: [3] });
    expect(statuses(result.progress)).toMatchObject({ 1: 'pending', 2: 'pending', 3: 'failed' });
    expect(progressOf(result.progress, 1)).toMatchObject({ attempts: 1, failures: 0 });
    expect(progressOf(result.progress, 3).reason).toBe(
      'Step 3 was cut off while it ran and may have been done in part: look at what it did before you run it again.',
    );
    expect(runnable({ ...execution, progress: result.progress })).toEqual([1, 4]);
  });

  it('ends as if it had not been, wherever it was killed and with whatever limit', () => {
    fc.assert(
      fc.property(
        randomSteps,
        fc.tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 5 })),
        fc.array(fc.nat({ max: 3 }), { minLength: 25, maxLength: 25 }),
        fc.array(fc.nat({ max: 60 }), { maxLength: 4 }),
        (steps, [limit, other], failing, kills) => {
          const execution = { ...fresh(...steps.map(harmless)), maxRetries: 1 };
          const endingOf = (stepId: number, failures: number) =>
            failures < (failing[stepId] ?? 0) ? bad() : good();
          const whole = carriedOut(execution, { limit, endingOf });
          let count = 0;
          let kept = execution.progress;
          const persist = (progress: Execution['progress']) => {
            const written = JSON.stringify(changedSteps(kept, progress));
            const read = withSteps(kept, z.array(stepProgress).parse(JSON.parse(written)));
            expect(executionProgress.parse(read)).toEqual(progress);
            count += 1;
            kept = kills.includes(count) ? resumeProgress(execution.plan, read, 40).progress : read;
            return kept;
          };
          const killed = carriedOut(execution, { limit: other, endingOf, persist });
          expect(statuses(killed.progress)).toEqual(statuses(whole.progress));
          expect(killed.outcome).toBe(whole.outcome);
          expect(Object.values(statuses(whole.progress))).not.toContain('pending');
        },
      ),
    );
  });
});

/** Questions stay: they are asked again. */
function harmless(one: StructuredStep): StructuredStep {
  return one.action.type === 'run_command' ? { ...one, action: runs(true) } : one;
}
