import { describe, expect, it } from 'vitest';
import { executionProgress, newProgress, progressOf } from '#repair/rules/plan/progress.ts';
import {
  answerStep,
  endStep,
  markRolledBack,
  startStep,
  type Execution,
} from '#repair/rules/plan/transitions.ts';
import type { StructuredStep } from '#model/structured-plan.ts';
import { bad, good, ran, statuses } from './carried-out.ts';
import { asks, planOf, runs, step } from './steps.ts';

function fresh(...steps: readonly StructuredStep[]): Execution {
  const plan = planOf(...steps);
  return { plan, progress: newProgress(plan), maxRetries: 2 };
}

describe('a step', () => {
  it('is pending, runs, and ends with its output, cost and times', () => {
    const execution = fresh(step(2), step(1));
    expect(statuses(execution.progress)).toEqual({ 1: 'pending', 2: 'pending' });
    const progress = startStep(execution.progress, 2, 100);
    expect(progressOf(progress, 2)).toMatchObject({ status: 'running', startedAt: 100 });
    const ending = { kind: 'succeeded', output: 'done', usd: 0.5 } as const;
    const after = endStep({ ...execution, progress }, { stepId: 2, ending }, 250);
    expect(executionProgress.parse(after)).toEqual(after);
    expect(progressOf(after, 2)).toEqual({
      stepId: 2,
      status: 'succeeded',
      attempts: 1,
      failures: 0,
      output: 'done',
      contained: [],
      usd: 0.5,
      startedAt: 100,
      endedAt: 250,
    });
  });

  it('is tried again as often as configured, and pays for each attempt', () => {
    const broken = bad({ usd: 0.25 });
    let execution = fresh(step(1));
    for (const status of ['pending', 'pending', 'failed']) {
      execution = ran(execution, { 1: broken });
      expect(statuses(execution.progress)).toEqual({ 1: status });
    }
    expect(progressOf(execution.progress, 1)).toMatchObject({
      attempts: 3,
      failures: 3,
      usd: 0.75,
      reason: 'It broke.',
    });
  });

  it('loses the reason of a failure when a later attempt succeeds', () => {
    const { progress } = ran(ran(fresh(step(1)), { 1: bad() }), { 1: good() });
    expect(progressOf(progress, 1)).toMatchObject({ status: 'succeeded', attempts: 2 });
    expect(progressOf(progress, 1).reason).toBeUndefined();
  });

  it('has its own number of retries where it says so', () => {
    const execution = fresh(
      step(1, undefined, { maxRetries: 0 }),
      step(2, runs(false), { maxRetries: 1 }),
    );
    const { progress } = ran(execution, { 1: bad(), 2: bad() });
    expect(statuses(progress)).toEqual({ 1: 'failed', 2: 'pending' });
  });

  it('is not tried again unasked where a second run could do harm', () => {
    const { progress } = ran(fresh(step(1, runs(false)), step(2, runs(true))), {
      1: bad(),
      2: bad(),
    });
    expect(statuses(progress)).toEqual({ 1: 'failed', 2: 'pending' });
  });

  it('is not tried again when that is known to be in vain', () => {
    expect(statuses(ran(fresh(step(1)), { 1: bad({ isFinal: true }) }).progress)).toEqual({
      1: 'failed',
    });
  });

  it('is rolled back where its changes were undone', () => {
    const ending = bad({ isFinal: true, isRolledBack: true });
    const { progress } = ran(fresh(step(1), step(2)), { 1: ending, 2: good() });
    expect(statuses(progress)).toEqual({ 1: 'rolled_back', 2: 'succeeded' });
    const all = markRolledBack(progress, [2], 'Step 3 failed.');
    expect(progressOf(all, 2)).toMatchObject({ status: 'rolled_back', reason: 'Step 3 failed.' });
    const untouched = fresh(step(1)).progress;
    expect(markRolledBack(untouched, [1], 'No reason.')).toEqual(untouched);
  });

  it('keeps the end of a long output, and knows what conditions ask of all of it', () => {
    const onlyIf = [{ step: 1, is: 'succeeded' as const, outputContains: 'first line' }];
    const later = step(2, undefined, { dependsOn: [1], onlyIf });
    const output = `first line\n${'filler\n'.repeat(10_000)}last line`;
    const kept = progressOf(ran(fresh(step(1), later), { 1: good(output) }).progress, 1);
    expect(kept.output?.length).toBeLessThanOrEqual(4_000);
    expect(kept.output).toMatch(/last line$/);
    expect(kept.contained).toEqual(['first line']);
  });

  it('cannot start or end twice', () => {
    const execution = fresh(step(1));
    const progress = startStep(execution.progress, 1, 1);
    expect(() => startStep(progress, 1, 2)).toThrow(
      'Step 1 is running, where pending was expected',
    );
    expect(() => endStep(execution, { stepId: 1, ending: good() }, 2)).toThrow('Step 1 is pending');
    expect(() => startStep(progress, 9, 2)).toThrow('no step 9');
  });
});

describe('a question', () => {
  const execution = fresh(step(1, asks(['yes', 'no'])), step(2, asks()));
  const asked = ran(execution, { 1: { kind: 'asked' }, 2: { kind: 'asked' } });

  it('blocks its step until it is answered', () => {
    expect(statuses(asked.progress)).toEqual({ 1: 'blocked', 2: 'blocked' });
    const result = answerStep(asked, { stepId: 1, answer: 'no' }, 99);
    if (result.kind === 'refused') throw new Error(result.sentence);
    const after = progressOf(result.value, 1);
    expect(after).toMatchObject({ status: 'succeeded', output: 'no', endedAt: 99 });
    expect(after.reason).toBeUndefined();
  });

  it('takes any answer unless there are choices', () => {
    expect(answerStep(asked, { stepId: 2, answer: 'perhaps' }, 99).kind).toBe('ok');
    expect(answerStep(asked, { stepId: 1, answer: 'perhaps' }, 99)).toEqual({
      kind: 'refused',
      code: 'no-choice',
      sentence: 'Step 1 takes one of these answers: yes, no.',
    });
  });

  it('that nobody asked takes no answer', () => {
    expect(answerStep(execution, { stepId: 1, answer: 'yes' }, 99)).toEqual({
      kind: 'refused',
      code: 'not-waiting',
      sentence: 'Step 1 waits for no answer.',
    });
  });
});
