import * as z from 'zod';
import { usd } from '#model/cost.ts';
import { timestamp } from '#model/ids.ts';
import type { StructuredPlan } from '#model/structured-plan.ts';

const stepStatus = z
  .enum(['pending', 'running', 'succeeded', 'failed', 'skipped', 'rolled_back', 'blocked'])
  .describe('Where the step stands; a blocked one waits for the answer of a person.');

export const stepProgress = z.object({
  stepId: z.int().nonnegative().describe('The step of the plan.'),
  status: stepStatus,
  attempts: z.int().nonnegative().describe('How often it was started.'),
  failures: z.int().nonnegative().describe('How often it ended in failure.'),
  reason: z.string().optional().describe('Why it stands there, in one sentence.'),
  output: z.string().optional().describe('The end of what it wrote, safe to show.'),
  contained: z.array(z.string()).describe('Texts of conditions that its whole output contains.'),
  usd: usd.describe('What all its attempts cost.'),
  startedAt: timestamp.optional().describe('When its last attempt started.'),
  endedAt: timestamp.optional().describe('When its last attempt ended.'),
});
export type StepProgress = z.infer<typeof stepProgress>;

/** How far an execution has come; written after every change, so that it survives its process. */
export const executionProgress = z.object({
  schemaVersion: z.literal(1).describe('Version of this shape.'),
  steps: z.array(stepProgress).describe('One entry for each step of the plan, by id.'),
});
export type ExecutionProgress = z.infer<typeof executionProgress>;

/** The progress of a plan of which nothing has run. */
export function newProgress({ steps }: StructuredPlan): ExecutionProgress {
  const ids = steps.map(({ stepId }) => stepId).toSorted((a, b) => a - b);
  return { schemaVersion: 1, steps: ids.map(pending) };
}

export function progressOf(progress: ExecutionProgress, stepId: number): StepProgress {
  const found = progress.steps.find((step) => step.stepId === stepId);
  if (found === undefined) throw new Error(`The progress has no step ${stepId}.`);
  return found;
}

/** A changed step takes the place of the one that it was made of. */
export function withStep(progress: ExecutionProgress, changed: StepProgress): ExecutionProgress {
  const steps = progress.steps.map((step) => (step.stepId === changed.stepId ? changed : step));
  return { ...progress, steps };
}

/** What one change wrote anew: enough to keep, where writing all of it each time is too slow. */
export function changedSteps(
  before: ExecutionProgress,
  after: ExecutionProgress,
): readonly StepProgress[] {
  const known = new Set(before.steps);
  return after.steps.filter((step) => !known.has(step));
}

/** The progress again, from one that was kept and the changes since, in their order. */
export function withSteps(
  progress: ExecutionProgress,
  changes: readonly StepProgress[],
): ExecutionProgress {
  const latest = new Map(changes.map((step) => [step.stepId, step]));
  return { ...progress, steps: progress.steps.map((step) => latest.get(step.stepId) ?? step) };
}

function pending(stepId: number): StepProgress {
  return { stepId, status: 'pending', attempts: 0, failures: 0, contained: [], usd: 0 };
}
