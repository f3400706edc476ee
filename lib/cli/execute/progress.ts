import type { PlanEntry } from '#repair/rules/plan/plan-entry.ts';
import type { StepProgress } from '#repair/rules/plan/progress.ts';
import type { StructuredPlan } from '#model/structured-plan.ts';
import { oneLine } from '#base/plain-text.ts';
import { stepFacts } from '#report/plan/step-words.ts';
import { safeText } from '#report/safe-text.ts';
import type { CliContext } from '../context.ts';

/** Prints a line for each change of a step, until the person stops the plan. */
export function printSteps(
  { stderr, signal }: CliContext,
  { steps }: StructuredPlan,
): (entry: PlanEntry) => void {
  const names = new Map(steps.map(({ stepId, description }) => [stepId, description]));
  return (entry) => {
    if (entry.kind !== 'progress' || signal.aborted) return;
    for (const step of entry.steps) {
      const words = describeStep(step, names.get(step.stepId) ?? '');
      stderr.write(`step ${step.stepId}: ${safeText(oneLine(words), 500)}\n`);
    }
  };
}

function describeStep(step: StepProgress, name: string): string {
  const { status, reason = '' } = step;
  switch (status) {
    case 'running':
      return `running: ${name}`;
    case 'pending':
      return `to be run again: ${reason}`;
    case 'succeeded':
      return `succeeded in ${stepFacts(step).join(', ')}`;
    case 'blocked':
      return 'waits for an answer';
    case 'failed':
    case 'rolled_back':
    case 'skipped':
      return `${status.replace('_', ' ')}: ${reason}`;
  }
}
