import { reservedUsd, bookCost } from '../rules/plan/budget.ts';
import { progressOf, withStep } from '../rules/plan/progress.ts';
import { resumeProgress } from '../rules/plan/resume.ts';
import { markRolledBack } from '../rules/plan/transitions.ts';
import { changesSinceCut } from './cut-off-changes.ts';
import type { PlanServices, ExecutePlanInput } from './plan-execution.ts';
import type { Course } from './plan-course.ts';
import { recordFound } from './record-found.ts';
import { revertAttempt } from './revert-changes.ts';

/** Makes an execution whose process died, or was stopped, one that can go on. */
export async function recoverPlan(
  deps: PlanServices,
  input: ExecutePlanInput,
  course: Course,
): Promise<void> {
  const cut = course.state().progress.steps.filter(({ status }) => status === 'running');
  const undone: number[] = [];
  for (const { stepId } of cut) {
    await correctChanges(deps, input, { course, stepId });
    const step = input.plan.steps.find((one) => one.stepId === stepId);
    if (step?.rollbackOnFail !== true) continue;
    const left = await revertAttempt(deps, input, { course, stepId });
    if (left === undefined) undone.push(stepId);
  }
  resumeCutSteps(deps, course, undone);
}

interface CutOff {
  readonly course: Course;
  readonly stepId: number;
}

/**
 * The journal tells what was about to be done, and of a command nothing but how the folder was before it. This adds
 * what there is in truth.
 */
async function correctChanges(
  deps: PlanServices,
  input: ExecutePlanInput,
  { course, stepId }: CutOff,
): Promise<void> {
  const changes = await changesSinceCut(deps, input, { state: course.state(), stepId });
  await recordFound(deps, input, { course, stepId, changes });
}

/** The cost of cut-off attempts is unknown, so all that was reserved for them is booked. */
function resumeCutSteps({ clock }: PlanServices, course: Course, undone: readonly number[]): void {
  const { plan, ...state } = course.state();
  let { progress, budget } = state;
  for (const { stepId, status } of state.progress.steps) {
    if (status !== 'running') continue;
    const step = progressOf(progress, stepId);
    progress = withStep(progress, { ...step, usd: step.usd + reservedUsd(budget, stepId) });
    budget = bookCost(budget, stepId);
  }
  const after = resumeProgress(plan, progress, clock.now());
  const failed = undone.filter((stepId) => after.failed.includes(stepId));
  const reason = 'It was cut off while it ran, and what it had done was reverted.';
  course.advance(markRolledBack(after.progress, failed, reason), budget);
}
