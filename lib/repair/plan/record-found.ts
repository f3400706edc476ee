import type { PathChange } from '../needs/snapshots.ts';
import type { ActionServices } from './execute-action.ts';
import type { Course } from './plan-course.ts';
import type { ExecutePlanInput } from './plan-execution.ts';
import { revertChanges } from './revert-changes.ts';

/** More than this in one step belongs in no journal. */
const mostBytes = 192 * 1024 * 1024;

interface Found {
  readonly course: Course;
  readonly stepId: number;
  readonly changes: readonly PathChange[];
}

/**
 * Records what a step was found to have changed. Where that is too much to be kept, it is taken back at once, and the
 * answer says so.
 */
export async function recordFound(
  deps: ActionServices,
  input: ExecutePlanInput,
  { course, stepId, changes }: Found,
): Promise<string | undefined> {
  const most = input.settings.mostChangedBytes ?? mostBytes;
  if (countBytes(changes) <= most) {
    course.record(stepId, changes);
    return undefined;
  }
  await revertChanges(deps, input, {
    stepId,
    changes: changes.map((change) => ({ stepId, ...change })),
    record: notKept,
  });
  return `Step ${stepId} changed files of more than ${most} bytes, which is too much to record, so the changes were reverted at once: leave their folder out of the plan, or do this step before the plan.`;
}

/** The snapshot before the step tells of it, should this process die meanwhile. */
function notKept(): void {}

/** Base64 has four characters for three bytes. */
function countBytes(changes: readonly PathChange[]): number {
  const lengths = changes.map(
    ({ before, after }) => (before?.content.length ?? 0) + (after?.content.length ?? 0),
  );
  return lengths.reduce((sum, length) => sum + (length * 3) / 4, 0);
}
