import { estimateUsd, spentUsd } from '../rules/plan/budget.ts';
import { checkPlan } from '../rules/plan/check-plan.ts';
import { nextSteps } from '../rules/plan/next-steps.ts';
import { endStep, startStep, answerStep } from '../rules/plan/transitions.ts';
import type { StructuredStep } from '#model/structured-plan.ts';
import { type Course, openCourse } from './plan-course.ts';
import type { PlanServices, ExecutePlanInput, ExecutePlanResult } from './plan-execution.ts';
import { recoverPlan } from './recover-plan.ts';
import { runStep } from './run-step.ts';
import { executeAction } from './execute-action.ts';

/** Executes a plan, or what is left of it when its journal shows that it was begun. */
export async function executePlan(
  deps: PlanServices,
  input: ExecutePlanInput,
): Promise<ExecutePlanResult> {
  const problems = checkPlan(input.plan);
  if (problems.length > 0) return { kind: 'refused', problems };
  const course = await openCourse(deps, input);
  if (course === undefined) return { kind: 'refused', problems: [anotherPlan] };
  await recoverPlan(deps, input, course);
  await askAgain(deps, input, course);
  const kind = await runSteps(deps, input, course);
  const { progress, changes, startOrder, budget } = course.state();
  return { kind, progress, changes, startOrder, usd: spentUsd(budget) };
}

const anotherPlan = {
  sentence:
    'The journal belongs to another plan: use a new one, or the plan that it was begun with.',
};

async function runSteps(
  deps: PlanServices,
  input: ExecutePlanInput,
  course: Course,
): Promise<'succeeded' | 'failed' | 'blocked' | 'stopped'> {
  const failure = new AbortController();
  const signal = AbortSignal.any([failure.signal, ...(input.signal ? [input.signal] : [])]);
  const running = new Map<number, Promise<number>>();
  try {
    for (;;) {
      const next = nextSteps(input.plan, course.state().progress, input.settings.parallel);
      course.advance(next.progress);
      if (next.kind === 'over') return next.outcome;
      if (next.kind === 'blocked') return 'blocked';
      if (signal.aborted && running.size === 0) return 'stopped';
      for (const step of signal.aborted || next.kind === 'wait' ? [] : next.steps) {
        if (!beginStep(deps, input, { course, step, isAlone: running.size === 0 })) continue;
        const run = runStep(deps, { ...input, signal }, { course, step });
        running.set(
          step.stepId,
          run.then(() => step.stepId),
        );
      }
      // Only what was seen to end is forgotten, or a bug in one step could pass unheard beside another's end.
      if (running.size > 0) running.delete(await Promise.race(running.values()));
    }
  } finally {
    // What still runs after a bug must not go on once the caller has the error.
    failure.abort();
    await Promise.allSettled(running.values());
  }
}

/** A step that is too dear waits for what those that run give back, or fails. */
function beginStep(
  { clock }: PlanServices,
  { plan, settings }: ExecutePlanInput,
  {
    course,
    step,
    isAlone,
  }: { readonly course: Course; readonly step: StructuredStep; readonly isAlone: boolean },
): boolean {
  const { stepId } = step;
  const refusal = course.start(stepId, estimateUsd(step, settings.estimates));
  if (refusal === undefined) return true;
  if (!isAlone) return false;
  const now = clock.now();
  const progress = startStep(course.state().progress, stepId, now);
  const nothing = { output: '', usd: 0, isRolledBack: false, isFinal: true };
  const ending = { kind: 'failed', reason: refusal, ...nothing } as const;
  const execution = { plan, progress, maxRetries: settings.maxRetries };
  course.advance(endStep(execution, { stepId, ending }, now));
  return false;
}

/** Asks the questions again that have no answer yet. */
async function askAgain(
  deps: PlanServices,
  { plan, folder, settings, signal = new AbortController().signal }: ExecutePlanInput,
  course: Course,
): Promise<void> {
  const blocked = course.state().progress.steps.filter(({ status }) => status === 'blocked');
  for (const { stepId } of blocked) {
    const step = plan.steps.find((one) => one.stepId === stepId);
    if (step === undefined || signal.aborted) continue;
    const ending = await executeAction(deps, step.action, {
      folder,
      stepId,
      timeoutMs: step.timeoutMs ?? settings.timeoutMs,
      signal,
      record: (change) => course.record(stepId, [change]),
    });
    if (ending.kind !== 'succeeded') continue;
    const answer = { stepId, answer: ending.output };
    const result = answerStep(course.state(), answer, deps.clock.now());
    if (result.kind === 'ok') course.advance(result.value);
  }
}
