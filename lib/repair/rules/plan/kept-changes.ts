import * as z from 'zod';
import type { StructuredPlan } from '#model/structured-plan.ts';
import { type RecordedChange, recordedChange } from './recorded-change.ts';
import { generateUndoPlan } from './undo-plan.ts';

export const keptChanges = z.object({
  schemaVersion: z.literal(1).describe('Version of this shape.'),
  changes: z.array(recordedChange).readonly().describe('In the order in which they were made.'),
  startOrder: z.array(z.int()).readonly().describe('Steps in the order in which they started.'),
});
export type KeptChanges = Pick<z.infer<typeof keptChanges>, 'changes' | 'startOrder'>;

/** The plan that takes all of it back. */
export function undoPlan({ changes, startOrder }: KeptChanges): StructuredPlan {
  const [first = 0] = startOrder;
  return {
    ...generateUndoPlan(changes, first, startOrder),
    title: 'Take back what the plan changed',
  };
}

/** How each changed path was before the plan, and how the plan left it. */
export function turnsByPath({ changes }: KeptChanges): readonly Omit<RecordedChange, 'stepId'>[] {
  const byPath = Map.groupBy(changes, ({ path }) => path);
  return [...byPath].flatMap(([path, all]) => {
    const [first, last] = [all[0], all.at(-1)];
    return first && last ? [{ path, before: first.before, after: last.after }] : [];
  });
}
