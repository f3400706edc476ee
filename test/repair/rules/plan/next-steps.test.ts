import { describe, expect, it } from 'vitest';
import { nextSteps } from '#repair/rules/plan/next-steps.ts';
import { newProgress, progressOf } from '#repair/rules/plan/progress.ts';
import { markRolledBack, startStep, type Execution } from '#repair/rules/plan/transitions.ts';
import type { StructuredStep } from '#model/structured-plan.ts';
import { bad, good, ran, statuses } from './carried-out.ts';
import { asks, ids, planOf, step, writes } from './steps.ts';

function fresh(...steps: readonly StructuredStep[]): Execution {
  const plan = planOf(...steps);
  return { plan, progress: newProgress(plan), maxRetries: 0 };
}

const next = ({ plan, progress }: Execution, limit = 9) => nextSteps(plan, progress, limit);
const after = (stepId: number, ...dependsOn: number[]) => step(stepId, undefined, { dependsOn });

function runnable(execution: Execution, limit?: number): number[] {
  const result = next(execution, limit);
  return result.kind === 'run' ? ids(result.steps) : [];
}

describe('nextSteps', () => {
  it('is over at once when there is nothing to do', () => {
    expect(next(fresh())).toMatchObject({ kind: 'over', outcome: 'succeeded' });
  });

  it('runs what waits for nothing, up to the limit, and then what waited for that', () => {
    const execution = fresh(after(4, 1), after(3), after(2), after(1));
    expect(runnable(execution, 2)).toEqual([1, 2]);
    expect(runnable(ran(execution, { 1: good() }))).toEqual([2, 3, 4]);
  });

  it('starts beside what runs only what touches other places, within the limit', () => {
    const execution = fresh(step(1, writes('a')), step(2, writes('a/b')), step(3), step(4));
    const progress = startStep(execution.progress, 1, 1);
    expect(runnable({ ...execution, progress })).toEqual([3, 4]);
    expect(runnable({ ...execution, progress }, 2)).toEqual([3]);
    expect(next({ ...execution, progress }, 1).kind).toBe('wait');
  });

  it('runs a failed step again while it has retries', () => {
    const execution = { ...fresh(after(1), after(2, 1)), maxRetries: 1 };
    expect(runnable(ran(execution, { 1: bad() }))).toEqual([1]);
  });

  it('skips what depends on a failed step, and what depends on that', () => {
    const result = next(
      ran(fresh(after(1), after(2, 1), after(3, 2), after(4)), { 1: bad(), 4: good() }),
    );
    expect(result).toMatchObject({ kind: 'over', outcome: 'failed' });
    expect(statuses(result.progress)).toEqual({
      1: 'failed',
      2: 'skipped',
      3: 'skipped',
      4: 'succeeded',
    });
    expect(progressOf(result.progress, 2).reason).toBe('Step 2 needs step 1, which failed.');
    expect(progressOf(result.progress, 3).reason).toBe('Step 3 needs step 2, which was skipped.');
  });

  it('fails what depends on a step that was rolled back later', () => {
    const done = ran(fresh(after(1), after(2, 1)), { 1: good() });
    const progress = markRolledBack(done.progress, [1], 'A person asked for it.');
    const result = next({ ...done, progress });
    expect(result).toMatchObject({ kind: 'over', outcome: 'failed' });
    expect(progressOf(result.progress, 2).reason).toBe(
      'Step 2 needs step 1, which was rolled back.',
    );
  });

  it('is no plan that was checked when a step can never run', () => {
    expect(() => next(fresh(after(1, 2), after(2, 1)))).toThrow('Step 1 can never run');
  });
});

describe('a question', () => {
  it('blocks the execution, and nothing else starts until it is answered', () => {
    const asked = ran(fresh(step(1, asks()), step(2)), { 1: { kind: 'asked' } });
    expect(next(asked)).toMatchObject({ kind: 'blocked', stepIds: [1] });
    const beside = { ...asked, progress: startStep(asked.progress, 2, 1) };
    expect(next(beside).kind).toBe('wait');
  });
});
