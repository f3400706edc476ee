import * as z from 'zod';
import { executionProgress } from '#repair/rules/plan/progress.ts';
import { structuredPlan } from '#model/structured-plan.ts';

/** A structured plan as an attempt leaves it behind, in an artifact `plans/<task>/<attempt>.json`. */
export const storedPlan = z.object({
  plan: structuredPlan.describe('What was to be done.'),
  progress: executionProgress.describe('How far it was done.'),
});
export type StoredPlan = z.infer<typeof storedPlan>;
