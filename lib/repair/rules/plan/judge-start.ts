import type { StructuredStep } from '#model/structured-plan.ts';
import type { StepProgress } from './progress.ts';

export type StepStates = ReadonlyMap<number, StepProgress>;

export type StepStart =
  | { readonly kind: 'go' }
  | { readonly kind: 'not_yet' }
  | { readonly kind: 'skip'; readonly sentence: string };

/** Judges whether a step that is pending may start, from how the steps before it stand. */
export function judgeStart(step: StructuredStep, standing: StepStates): StepStart {
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
