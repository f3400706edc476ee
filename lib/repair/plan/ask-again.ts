import { answerStep } from '../rules/plan/transitions.ts';
import { executeAction } from './execute-action.ts';
import type { ExecutePlanDeps, ExecutePlanInput } from './plan-execution.ts';
import type { Course } from './plan-course.ts';

/** Puts the questions again that nobody has answered yet. */
export async function askAgain(
  deps: ExecutePlanDeps,
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
