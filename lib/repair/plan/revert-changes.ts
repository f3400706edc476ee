import { planBatches } from '../rules/plan/batches.ts';
import { changesOfAttempt } from '../rules/plan/plan-state.ts';
import type { RecordedChange } from '../rules/plan/recorded-change.ts';
import { generateUndoPlan } from '../rules/plan/undo-plan.ts';
import type { ActionContext } from '../needs/plan-actions.ts';
import { executeAction, type ActionServices } from './execute-action.ts';
import type { Course } from './plan-course.ts';
import type { ExecutePlanInput } from './plan-execution.ts';

/** Takes back what the attempt at a step that runs changed, and nothing else; says what could not be. */
export function revertAttempt(
  deps: ActionServices,
  input: ExecutePlanInput,
  { course, stepId }: { readonly course: Course; readonly stepId: number },
): Promise<string | undefined> {
  const changes = changesOfAttempt(course.state(), stepId);
  return revertChanges(deps, input, {
    stepId,
    changes,
    record: (change) => course.record(stepId, [change]),
  });
}

interface Undone extends Pick<ActionContext, 'record' | 'stepId'> {
  readonly changes: readonly RecordedChange[];
}

/** Takes changes of one step back, the last first; says what could not be. */
export async function revertChanges(
  deps: ActionServices,
  { folder, settings }: ExecutePlanInput,
  { stepId, changes, record }: Undone,
): Promise<string | undefined> {
  const left: string[] = [];
  for (const { action } of planBatches(generateUndoPlan(changes, stepId).steps, 1).flat()) {
    const ending = await executeAction(deps, action, {
      folder,
      stepId,
      timeoutMs: settings.timeoutMs,
      // A revert that was begun is finished, also when the plan is to stop.
      signal: new AbortController().signal,
      record,
    });
    if (ending.kind === 'failed') left.push(ending.reason);
  }
  return left.length === 0 ? undefined : `It could not be reverted: ${left.join(' ')}`;
}
