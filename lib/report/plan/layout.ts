import { planBatches } from '#repair/rules/plan/batches.ts';
import { checkPlan } from '#repair/rules/plan/check-plan.ts';
import type { StructuredPlan, StructuredStep } from '#model/structured-plan.ts';

export interface PlanLayout {
  /** Each is drawn below the one before; what stands in one may run side by side. */
  readonly batches: readonly (readonly StructuredStep[])[];
  /** Why the plan has no batches; all its steps then stand in one. */
  readonly problems: readonly string[];
}

/** Lays the steps of any plan out, even of one that can never be carried out. */
export function layoutOf(plan: StructuredPlan): PlanLayout {
  const problems = checkPlan(plan).map(({ sentence }) => sentence);
  if (problems.length > 0) {
    return { batches: [plan.steps.toSorted((a, b) => a.stepId - b.stepId)], problems };
  }
  return { batches: planBatches(plan.steps, Number.MAX_SAFE_INTEGER), problems };
}
