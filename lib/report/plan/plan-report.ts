import * as z from 'zod';
import { executionProgress } from '#repair/rules/plan/progress.ts';
import { usd } from '#model/cost.ts';
import { structuredPlan } from '#model/structured-plan.ts';
import { counted } from '#base/words.ts';

/** A structured plan and how its execution went. */
export const planReport = z.object({
  schemaVersion: z.literal(1).describe('Version of this shape.'),
  outcome: z
    .enum(['planned', 'succeeded', 'failed', 'blocked', 'stopped'])
    .describe('Planned: nothing was run. Blocked: it waits for an answer. Stopped: interrupted.'),
  usd: usd.describe('What all steps cost.'),
  plan: structuredPlan.describe('What was to be done.'),
  progress: executionProgress.describe('How far it was done.'),
});
export type PlanReport = z.infer<typeof planReport>;

/** What an execution came to, in one sentence. */
export function planSentence({ outcome, progress: { steps } }: PlanReport): string {
  const all = counted(steps.length, 'step');
  const of = (...wanted: readonly string[]): number =>
    steps.filter(({ status }) => wanted.includes(status)).length;
  const skipped = of('skipped') === 0 ? '' : `, ${of('skipped')} skipped`;
  switch (outcome) {
    case 'planned':
      return `${all}; nothing was run.`;
    case 'succeeded':
      return `${of('succeeded')} of ${all} succeeded${skipped}.`;
    case 'failed':
      return `${of('failed', 'rolled_back')} of ${all} failed${skipped}.`;
    case 'blocked':
      return `It waits for an answer; ${of('succeeded')} of ${all} succeeded${skipped}.`;
    case 'stopped':
      return `It was interrupted; ${of('succeeded')} of ${all} succeeded${skipped}.`;
  }
}

/** A structured plan as an attempt leaves it behind, in an artifact `plans/<task>/<attempt>.json`. */
export const storedPlan = z.object({
  plan: structuredPlan.describe('What was to be done.'),
  progress: executionProgress.describe('How far it was done.'),
});

export type StoredPlan = z.infer<typeof storedPlan>;
