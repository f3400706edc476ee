import type { StructuredPlan } from '#model/structured-plan.ts';
import type { ExecutionProgress, StepProgress } from './progress.ts';
import { isRepeatable } from './repeatable.ts';

export interface Resumed {
  readonly progress: ExecutionProgress;
  /** Steps that were cut off and run again. */
  readonly again: readonly number[];
  /** Steps that were cut off and count as failed, because a second run could do harm. */
  readonly failed: readonly number[];
}

/** Makes the progress of an execution whose process died one that can go on. */
export function resumeProgress(
  plan: StructuredPlan,
  progress: ExecutionProgress,
  now: number,
): Resumed {
  const repeatable = new Set(
    plan.steps.filter(({ action }) => isRepeatable(action)).map(({ stepId }) => stepId),
  );
  const cut = progress.steps.filter(({ status }) => status === 'running');
  const ids = cut.map(({ stepId }) => stepId);
  const steps = progress.steps.map((step) => {
    if (step.status !== 'running') return step;
    return repeatable.has(step.stepId) ? runAgain(step) : failedBy(step, now);
  });
  return {
    progress: { ...progress, steps },
    again: ids.filter((id) => repeatable.has(id)),
    failed: ids.filter((id) => !repeatable.has(id)),
  };
}

/** The attempt that was cut off is no failure of the step, so it uses up no retry. */
function runAgain(step: StepProgress): StepProgress {
  const reason = `Step ${step.stepId} was cut off in its attempt ${step.attempts} and runs again.`;
  return { ...step, status: 'pending', reason };
}

function failedBy(step: StepProgress, now: number): StepProgress {
  const reason = `Step ${step.stepId} was cut off while it ran and may have been done in part: look at what it did before you run it again.`;
  return { ...step, status: 'failed', failures: step.failures + 1, reason, endedAt: now };
}
