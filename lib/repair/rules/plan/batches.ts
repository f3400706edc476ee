import type { StructuredStep } from '#model/structured-plan.ts';
import { conflict, touchOf } from './touched-paths.ts';

/**
 * Puts the steps of a checked plan into batches, each to run when the one before has ended: Kahn's
 * algorithm, lowest ids first, and never two steps together that touch the same place.
 */
export function planBatches(
  steps: readonly StructuredStep[],
  limit: number,
): readonly (readonly StructuredStep[])[] {
  const waiters = waitersOf(steps);
  const open = new Map(steps.map((step) => [step.stepId, new Set(step.dependsOn).size]));
  const batches: (readonly StructuredStep[])[] = [];
  let ready = steps.filter(({ stepId }) => open.get(stepId) === 0);
  while (ready.length > 0) {
    const batch = pickTogether(ready, { limit, beside: [] });
    batches.push(batch);
    ready = [...ready.filter((step) => !batch.includes(step)), ...freedBy(batch, waiters, open)];
  }
  if (batches.flat().length < steps.length) {
    throw new Error('Some steps can never run: check the plan before it is put into batches.');
  }
  return batches;
}

/** Of the steps that are ready, lowest ids first, those that may run beside the ones that do. */
export function pickTogether(
  ready: readonly StructuredStep[],
  { limit, beside }: { readonly limit: number; readonly beside: readonly StructuredStep[] },
): readonly StructuredStep[] {
  if (!(limit >= 1)) throw new RangeError(`With a limit of ${limit} no step would ever run.`);
  const touches = beside.map(touchOf);
  const picked: StructuredStep[] = [];
  for (const step of ready.toSorted((a, b) => a.stepId - b.stepId)) {
    if (touches.length >= limit || touches[0]?.kind === 'alone') break;
    const touch = touchOf(step);
    if (touches.some((other) => conflict(touch, other))) continue;
    touches.push(touch);
    picked.push(step);
  }
  return picked;
}

type Waiters = ReadonlyMap<number, readonly StructuredStep[]>;

function waitersOf(steps: readonly StructuredStep[]): Waiters {
  const waiters = new Map<number, StructuredStep[]>();
  for (const step of steps) {
    for (const dependency of new Set(step.dependsOn)) {
      const others = waiters.get(dependency);
      if (others === undefined) waiters.set(dependency, [step]);
      else others.push(step);
    }
  }
  return waiters;
}

/** The steps that waited for nothing but this batch. */
function freedBy(
  batch: readonly StructuredStep[],
  waiters: Waiters,
  open: Map<number, number>,
): readonly StructuredStep[] {
  const told = batch.flatMap(({ stepId }) => waiters.get(stepId) ?? []);
  return told.filter(({ stepId }) => {
    const left = (open.get(stepId) ?? 0) - 1;
    open.set(stepId, left);
    return left === 0;
  });
}
