import type { StructuredPlan, StructuredStep } from '#model/structured-plan.ts';
import { pickTogether } from './batches.ts';
import type { ExecutionProgress, StepProgress } from './progress.ts';
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

type StepStates = ReadonlyMap<number, StepProgress>;

type StepStart =
  | { readonly kind: 'go' }
  | { readonly kind: 'not_yet' }
  | { readonly kind: 'skip'; readonly sentence: string };

/** Judges whether a step that is pending may start, from how the steps before it stand. */
function judgeStart(step: StructuredStep, standing: StepStates): StepStart {
  const asked = (step.onlyIf ?? []).map(({ step: id }) => id);
  const isOver = [...step.dependsOn, ...asked].every((id) => hasEnded(standing.get(id)));
  if (!isOver) return { kind: 'not_yet' };
  const sentence = unheldCondition(step, standing) ?? lostDependency(step, standing);
  return sentence === undefined ? { kind: 'go' } : { kind: 'skip', sentence };
}

type Condition = NonNullable<StructuredStep['onlyIf']>[number];

function hasEnded(before: StepProgress | undefined): boolean {
  const status = before?.status ?? 'pending';
  return status !== 'pending' && status !== 'running' && status !== 'blocked';
}

function unheldCondition(step: StructuredStep, standing: StepStates): string | undefined {
  const unheld = step.onlyIf?.find(
    (condition) => !conditionHolds(condition, standing.get(condition.step)),
  );
  if (unheld === undefined) return undefined;
  const text = unheld.outputContains;
  const wanted =
    text === undefined ? '' : ` with ${JSON.stringify(text.slice(0, 80))} in its output`;
  const found = wordFor(unheld, standing.get(unheld.step));
  return `Step ${step.stepId} runs only if step ${unheld.step} ${unheld.is}${wanted}; it ${found}.`;
}

function wordFor({ is }: Condition, before: StepProgress | undefined): string {
  const isOther = before === undefined || statusForCondition(before) !== is;
  return isOther ? wordOf(before) : `${wordOf(before)} without it`;
}

function conditionHolds(
  { is, outputContains }: Condition,
  before: StepProgress | undefined,
): boolean {
  if (before === undefined || statusForCondition(before) !== is) return false;
  return outputContains === undefined || before.contained.includes(outputContains);
}

/** A step needs what it depends on, unless it was made for the case that this did not succeed. */
function lostDependency(step: StructuredStep, standing: StepStates): string | undefined {
  const expected = new Set(
    step.onlyIf?.filter(({ is }) => is !== 'succeeded').map((condition) => condition.step),
  );
  const lost = step.dependsOn.find(
    (id) => standing.get(id)?.status !== 'succeeded' && !expected.has(id),
  );
  if (lost === undefined) return undefined;
  return `Step ${step.stepId} needs step ${lost}, which ${wordOf(standing.get(lost))}.`;
}

/** What was rolled back did not succeed, whatever it did before. */
function statusForCondition({ status }: StepProgress): StepProgress['status'] {
  return status === 'rolled_back' ? 'failed' : status;
}

function wordOf(before: StepProgress | undefined): string {
  const status = before?.status ?? 'pending';
  if (status === 'skipped') return 'was skipped';
  return status === 'rolled_back' ? 'was rolled back' : status;
}
