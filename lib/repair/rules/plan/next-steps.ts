import type { StructuredPlan, StructuredStep } from '#model/structured-plan.ts';
import { pickTogether } from './batches.ts';
import type { ExecutionProgress, StepProgress } from './progress.ts';
import { judgeStart, type StepStates } from './judge-start.ts';

/** What an execution does now. The progress tells also which steps were skipped to get there. */
export type NextSteps = { readonly progress: ExecutionProgress } & (
  | { readonly kind: 'run'; readonly steps: readonly StructuredStep[] }
  /** Nothing can start before a step that runs has ended. */
  | { readonly kind: 'wait' }
  /** These steps wait for the answer of a person. */
  | { readonly kind: 'blocked'; readonly stepIds: readonly number[] }
  | { readonly kind: 'over'; readonly outcome: 'succeeded' | 'failed' }
);

/** Decides what may start now, at most `limit` steps counting those that run. */
export function nextSteps(
  plan: StructuredPlan,
  before: ExecutionProgress,
  limit: number,
): NextSteps {
  const { progress, ready } = withSkips(plan, before);
  const running = idsIn(progress, 'running');
  const stepIds = idsIn(progress, 'blocked');
  // An open question stops all else, so that the order is the same however long the answer takes.
  const beside = plan.steps.filter(({ stepId }) => running.includes(stepId));
  const steps = stepIds.length > 0 ? [] : pickTogether(ready, { limit, beside });
  if (steps.length > 0) return { kind: 'run', steps, progress };
  if (running.length > 0) return { kind: 'wait', progress };
  if (stepIds.length > 0) return { kind: 'blocked', stepIds, progress };
  return { kind: 'over', outcome: judgeOutcome(progress), progress };
}

interface Settled {
  readonly progress: ExecutionProgress;
  readonly ready: readonly StructuredStep[];
}

/** Again and again, since a skipped step can be the reason to skip the next. */
function withSkips(plan: StructuredPlan, progress: ExecutionProgress): Settled {
  const standing: StepStates = new Map(progress.steps.map((step) => [step.stepId, step]));
  const pending = plan.steps.filter(({ stepId }) => standing.get(stepId)?.status === 'pending');
  const judged = pending.map((step) => ({ step, start: judgeStart(step, standing) }));
  const reasons = new Map(
    judged.flatMap(({ step, start }) =>
      start.kind === 'skip' ? [[step.stepId, start.sentence]] : [],
    ),
  );
  if (reasons.size > 0) return withSkips(plan, skipSteps(progress, reasons));
  return {
    progress,
    ready: judged.flatMap(({ step, start }) => (start.kind === 'go' ? step : [])),
  };
}

function skipSteps(
  progress: ExecutionProgress,
  reasons: ReadonlyMap<number, string>,
): ExecutionProgress {
  const steps = progress.steps.map((step): StepProgress => {
    const reason = reasons.get(step.stepId);
    return reason === undefined ? step : { ...step, status: 'skipped', reason };
  });
  return { ...progress, steps };
}

function idsIn({ steps }: ExecutionProgress, status: StepProgress['status']): readonly number[] {
  return steps.filter((step) => step.status === status).map(({ stepId }) => stepId);
}

/** A failure counts even where another step was made for it: a person should see it. */
function judgeOutcome({ steps }: ExecutionProgress): 'succeeded' | 'failed' {
  const open = steps.find(({ status }) => status === 'pending');
  if (open !== undefined) {
    throw new Error(`Step ${open.stepId} can never run: check the plan before it is carried out.`);
  }
  const isBad = steps.some(({ status }) => status === 'failed' || status === 'rolled_back');
  return isBad ? 'failed' : 'succeeded';
}
