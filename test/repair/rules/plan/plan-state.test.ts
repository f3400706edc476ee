import { describe, expect, it } from 'vitest';
import { type PlanEntry, planEntry } from '#repair/rules/plan/plan-entry.ts';
import {
  attemptOf,
  changesOfAttempt,
  newPlanState,
  type PlanState,
  withEntry,
} from '#repair/rules/plan/plan-state.ts';
import { progressOf } from '#repair/rules/plan/progress.ts';
import { startStep } from '#repair/rules/plan/transitions.ts';
import { planOf, step } from './steps.ts';

const before = newPlanState(planOf(step(1), step(2)), 1);

function moved(
  state: PlanState,
  stepId: number,
  status: 'running' | 'pending' | 'succeeded',
): PlanState {
  const steps = [{ ...progressOf(state.progress, stepId), status }];
  return withEntry(state, { kind: 'progress', steps, budget: state.budget });
}

const changed = (state: PlanState, stepId: number, path: string): PlanState => {
  const change = { stepId, path, before: null, after: null };
  return withEntry(state, { kind: 'changes', changes: [change] });
};

describe('the state of an execution', () => {
  it('knows the order in which steps were first started', () => {
    const state = moved(
      moved(moved(moved(before, 2, 'running'), 2, 'pending'), 1, 'running'),
      2,
      'running',
    );
    expect(state.startOrder).toEqual([2, 1]);
  });

  it('knows what the attempt at a step changed, and what kept the folder before it', () => {
    const first = changed(moved(before, 1, 'running'), 1, 'of the first attempt');
    const second = moved(moved(first, 1, 'pending'), 1, 'running');
    const kept = withEntry(second, { kind: 'snapshot', stepId: 1, snapshot: 'abc' });
    const state = changed(
      changed(moved(kept, 2, 'running'), 2, 'of another step'),
      1,
      'of the second',
    );
    expect(changesOfAttempt(state, 1).map(({ path }) => path)).toEqual(['of the second']);
    expect(attemptOf(state, 1).snapshot).toBe('abc');
    expect(attemptOf(state, 2).snapshot).toBeUndefined();
    expect(() => attemptOf(moved(state, 2, 'succeeded'), 2)).toThrow('Step 2 does not run');
  });

  it('is the same from entries that were written and read', () => {
    const entries: PlanEntry[] = [
      { kind: 'plan', plan: before.plan },
      {
        kind: 'progress',
        steps: startStep(before.progress, 1, 5).steps.slice(0, 1),
        budget: { ...before.budget, reserved: { '1': 5 } },
      },
      { kind: 'snapshot', stepId: 1, snapshot: 'abc' },
      { kind: 'changes', changes: [{ stepId: 1, path: 'a', before: null, after: null }] },
    ];
    const read = entries.map((entry) => planEntry.parse(JSON.parse(JSON.stringify(entry))));
    expect(read.reduce(withEntry, before)).toEqual(entries.reduce(withEntry, before));
  });
});
