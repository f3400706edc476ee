import * as z from 'zod';
import { structuredPlan } from '#model/structured-plan.ts';
import { budget } from './budget.ts';
import { stepProgress } from './progress.ts';
import { recordedChange } from './recorded-change.ts';

/** One line of the journal of an execution; all of them, in their order, tell where it stands. */
export const planEntry = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('plan').describe('What is carried out.'),
    plan: structuredPlan,
  }),
  z.object({
    kind: z.literal('progress').describe('Steps moved on.'),
    steps: z.array(stepProgress).describe('Those that did, as they stand now.'),
    budget: budget.describe('What is spent and set aside now.'),
  }),
  z.object({
    kind: z.literal('changes').describe('Files changed, or are about to.'),
    changes: z.array(recordedChange).describe('In the order in which they are made.'),
  }),
  z.object({
    kind: z
      .literal('snapshot')
      .describe('The folder was kept before a step that may change all of it.'),
    stepId: z.int().nonnegative().describe('That step.'),
    snapshot: z.string().min(1).describe('Id of what was kept.'),
  }),
]);
export type PlanEntry = z.infer<typeof planEntry>;
