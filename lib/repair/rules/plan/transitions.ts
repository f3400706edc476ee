import { ok, type Outcome, refuse } from '#base/outcome.ts';
import type { StructuredPlan, StructuredStep } from '#model/structured-plan.ts';
import { excerptOutput } from '#base/excerpt.ts';
import { progressOf, withStep, type ExecutionProgress, type StepProgress } from './progress.ts';
import { isRepeatable } from './repeatable.ts';

/** What the carrying out of a plan is judged by. */
export interface Execution {
  readonly plan: StructuredPlan;
  readonly progress: ExecutionProgress;
  /** How often a step is tried again that does not say so itself. */
  readonly maxRetries: number;
}

/** How one attempt at a step ended. */
export type StepEnd =
  | { readonly kind: 'succeeded'; readonly output: string; readonly usd: number }
  | {
      readonly kind: 'failed';
      readonly reason: string;
      readonly output: string;
      readonly usd: number;
      /** What it had changed was undone. */
      readonly isRolledBack: boolean;
      /** Another attempt would end in the same way. */
      readonly isFinal: boolean;
    }
  | { readonly kind: 'asked' };

export function startStep(
  progress: ExecutionProgress,
  stepId: number,
  now: number,
): ExecutionProgress {
  const { endedAt: _, ...step } = requireStatus(progress, stepId, 'pending');
  const attempts = step.attempts + 1;
  return withStep(progress, { ...step, status: 'running', attempts, startedAt: now });
}

/** A failed attempt leads to the next one as long as there are retries. */
export function endStep(
  execution: Execution,
  { stepId, ending }: { readonly stepId: number; readonly ending: StepEnd },
  now: number,
): ExecutionProgress {
  const { plan, progress } = execution;
  const before = requireStatus(progress, stepId, 'running');
  if (ending.kind === 'asked') {
    const reason = `Step ${stepId} waits for an answer.`;
    return withStep(progress, { ...before, status: 'blocked', reason });
  }
  const written = { ...before, ...keepOutput(plan, stepId, ending.output), endedAt: now };
  const { reason: _, ...paid } = { ...written, usd: before.usd + ending.usd };
  if (ending.kind === 'succeeded') return withStep(progress, { ...paid, status: 'succeeded' });
  const failures = before.failures + 1;
  const status = stepStatusAfter(failures, ending, retriesOf(execution, stepId));
  return withStep(progress, { ...paid, status, failures, reason: ending.reason });
}

/** The answer of a person is the output of the step that asked. */
export function answerStep(
  { plan, progress }: Pick<Execution, 'plan' | 'progress'>,
  { stepId, answer }: { readonly stepId: number; readonly answer: string },
  now: number,
): Outcome<ExecutionProgress, 'no-choice' | 'not-waiting'> {
  if (progressOf(progress, stepId).status !== 'blocked') {
    return refuse('not-waiting', `Step ${stepId} waits for no answer.`);
  }
  const choices = choicesOf(stepOf(plan, stepId));
  if (choices !== undefined && !choices.includes(answer)) {
    return refuse('no-choice', `Step ${stepId} takes one of these answers: ${choices.join(', ')}.`);
  }
  const { reason: _, ...step } = progressOf(progress, stepId);
  const after = { ...step, ...keepOutput(plan, stepId, answer), endedAt: now };
  return ok(withStep(progress, { ...after, status: 'succeeded' }));
}

/** Steps whose changes were undone after they had ended. */
export function markRolledBack(
  progress: ExecutionProgress,
  stepIds: readonly number[],
  reason: string,
): ExecutionProgress {
  return stepIds.reduce((rest, stepId) => {
    const step = progressOf(rest, stepId);
    if (step.status !== 'succeeded' && step.status !== 'failed') return rest;
    return withStep(rest, { ...step, status: 'rolled_back', reason });
  }, progress);
}

function requireStatus(
  progress: ExecutionProgress,
  stepId: number,
  status: StepProgress['status'],
): StepProgress {
  const step = progressOf(progress, stepId);
  if (step.status === status) return step;
  throw new Error(`Step ${stepId} is ${step.status}, where ${status} was expected.`);
}

function stepOf(plan: StructuredPlan, stepId: number): StructuredStep {
  const step = plan.steps.find((one) => one.stepId === stepId);
  if (step === undefined) throw new Error(`The plan has no step ${stepId}.`);
  return step;
}

/** Conditions are judged by the whole output, of which only the end is kept. */
function keepOutput(plan: StructuredPlan, stepId: number, output: string) {
  const asked = plan.steps
    .flatMap(({ onlyIf }) => onlyIf ?? [])
    .flatMap((one) => (one.step === stepId ? (one.outputContains ?? []) : []));
  const contained = [...new Set(asked)].filter((text) => output.includes(text));
  return { output: excerptOutput(output), contained };
}

function retriesOf({ plan, maxRetries }: Execution, stepId: number): number {
  const step = stepOf(plan, stepId);
  return step.maxRetries ?? (isRepeatable(step.action) ? maxRetries : 0);
}

function stepStatusAfter(
  failures: number,
  ending: { readonly isRolledBack: boolean; readonly isFinal: boolean },
  retries: number,
): StepProgress['status'] {
  if (!ending.isFinal && failures <= retries) return 'pending';
  return ending.isRolledBack ? 'rolled_back' : 'failed';
}

function choicesOf({ action }: StructuredStep): readonly string[] | undefined {
  return action.type === 'get_user_input' ? action.choices : undefined;
}
