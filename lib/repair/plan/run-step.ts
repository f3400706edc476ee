import type { StructuredStep } from '#model/structured-plan.ts';
import { errorMessage } from '#base/errors.ts';
import type { ActionContext, ActionEnding } from '../needs/plan-actions.ts';
import type { PlanServices, ExecutePlanInput } from './plan-execution.ts';
import { executeAction } from './execute-action.ts';
import type { Course } from './plan-course.ts';
import { recordFound } from './record-found.ts';
import { revertAttempt } from './revert-changes.ts';

interface StartedStep {
  readonly course: Course;
  readonly step: StructuredStep;
}

/** Makes one attempt at a step that was started, and takes back what a failed one did if the step says so. */
export async function runStep(
  deps: PlanServices,
  input: ExecutePlanInput & { readonly signal: AbortSignal },
  { course, step }: StartedStep,
): Promise<void> {
  const { stepId } = step;
  const ending = await attemptStep(deps, input, { course, step });
  // Left as it stands: the next execution of the plan finds it cut off.
  if (ending.kind === 'cut-off') return;
  if (ending.kind !== 'failed' || !step.rollbackOnFail) {
    course.end(stepId, ending);
    return;
  }
  const left = await revertAttempt(deps, input, { course, stepId });
  const reason = left === undefined ? ending.reason : `${ending.reason} ${left}`;
  course.end(stepId, { ...ending, reason }, left === undefined);
}

async function attemptStep(
  deps: PlanServices,
  input: ExecutePlanInput & { readonly signal: AbortSignal },
  { course, step }: StartedStep,
): Promise<ActionEnding> {
  const { action, stepId } = step;
  const context: ActionContext = {
    folder: input.folder,
    stepId,
    timeoutMs: step.timeoutMs ?? input.settings.timeoutMs,
    signal: input.signal,
    record: (change) => course.record(stepId, [change]),
  };
  if (action.type !== 'run_command' && action.type !== 'use_tool') {
    return executeAction(deps, action, context);
  }
  const place = { folder: input.folder, leaveOut: input.leaveOut ?? [] };
  const snapshot = await deps.snapshots.take(place).catch(reportFailedSnapshot);
  if (typeof snapshot !== 'string') return snapshot;
  course.keep(stepId, snapshot);
  const ending = await executeAction(deps, action, context);
  const changes = await deps.snapshots.changesSince(snapshot, place);
  const tooMuch = await recordFound(deps, input, { course, stepId, changes });
  if (tooMuch === undefined || ending.kind === 'cut-off') return ending;
  const { usd, output } = { usd: undefined, output: '', ...ending };
  return {
    kind: 'failed',
    reason: tooMuch,
    output,
    isFinal: true,
    ...(usd !== undefined && { usd }),
  };
}

/** A step that could not be reverted is not started. */
function reportFailedSnapshot(error: unknown): Extract<ActionEnding, { kind: 'failed' }> {
  const message = errorMessage(error);
  const reason = `The folder could not be recorded before the step, so the step was not started: ${message}.`;
  return { kind: 'failed', reason, output: '', usd: 0, isFinal: true };
}
