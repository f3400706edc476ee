import { nextSteps } from '#repair/rules/plan/next-steps.ts';
import type { ExecutionProgress } from '#repair/rules/plan/progress.ts';
import { progressOf } from '#repair/rules/plan/progress.ts';
import {
  answerStep,
  endStep,
  startStep,
  type StepEnd,
  type Execution,
} from '#repair/rules/plan/transitions.ts';

export const good = (output = ''): StepEnd => ({ kind: 'succeeded', output, usd: 0 });
export const bad = (extra: Partial<Extract<StepEnd, { kind: 'failed' }>> = {}): StepEnd => ({
  kind: 'failed',
  reason: 'It broke.',
  output: '',
  usd: 0,
  isRolledBack: false,
  isFinal: false,
  ...extra,
});

/** Starts the steps and ends each of them, in this order. */
export function ran(execution: Execution, endings: Readonly<Record<number, StepEnd>>): Execution {
  return Object.entries(endings).reduce((before, [id, ending]) => {
    const stepId = Number(id);
    const progress = startStep(before.progress, stepId, 10);
    return { ...before, progress: endStep({ ...before, progress }, { stepId, ending }, 20) };
  }, execution);
}

export function statuses({ steps }: ExecutionProgress): Record<number, string> {
  return Object.fromEntries(steps.map(({ stepId, status }) => [stepId, status]));
}

interface World {
  readonly limit: number;
  readonly endingOf: (stepId: number, failures: number) => StepEnd;
  /** Called with each state that is written down; what it gives back is read again. */
  readonly persist?: (progress: ExecutionProgress) => ExecutionProgress;
}

/** Carries a plan out to its end, batch by batch, and answers every question. */
export function carriedOut(execution: Execution, world: World) {
  const { persist = (progress) => progress, limit, endingOf } = world;
  let { progress } = execution;
  const save = (after: ExecutionProgress) => (progress = persist(after));
  for (let rounds = 0; rounds < 10_000; rounds += 1) {
    const next = nextSteps(execution.plan, progress, limit);
    save(next.progress);
    if (next.kind === 'over') return next;
    if (next.kind === 'blocked') {
      for (const stepId of next.stepIds) {
        const result = answerStep({ ...execution, progress }, { stepId, answer: 'yes' }, 30);
        if (result.kind === 'ok') save(result.value);
      }
    }
    if (next.kind !== 'run') continue;
    for (const { stepId } of next.steps) {
      if (progressOf(progress, stepId).status === 'pending') save(startStep(progress, stepId, 10));
    }
    for (const { stepId } of next.steps) {
      const { status, failures } = progressOf(progress, stepId);
      if (status !== 'running') continue;
      const ending = endingOf(stepId, failures);
      save(endStep({ ...execution, progress }, { stepId, ending }, 20));
    }
  }
  throw new Error('The plan never ends.');
}
