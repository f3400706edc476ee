import { rm, readFile, rename, writeFile } from 'node:fs/promises';
import * as z from 'zod';
import { type RecordedChange, recordedChange } from '#domain/execution/recorded-change.ts';
import { generateUndoPlan } from '#domain/execution/undo-plan.ts';
import type { StructuredPlan } from '#domain/model/structured-plan.ts';

const keptChanges = z.object({
  schemaVersion: z.literal(1).describe('Version of this shape.'),
  changes: z.array(recordedChange).readonly().describe('In the order in which they were made.'),
  startOrder: z.array(z.int()).readonly().describe('Steps in the order in which they started.'),
});
export type KeptChanges = Pick<z.infer<typeof keptChanges>, 'changes' | 'startOrder'>;

/** Keeps what an execution changed, so that it can be taken back; one that changed nothing leaves what was kept. */
export async function keepChanges(
  path: string,
  { changes, startOrder }: KeptChanges,
): Promise<void> {
  if (undoPlan({ changes, startOrder }).steps.length === 0) return;
  const kept: z.infer<typeof keptChanges> = { schemaVersion: 1, changes, startOrder };
  await writeFile(`${path}.new`, JSON.stringify(kept), { mode: 0o600 });
  await rename(`${path}.new`, path);
}

export async function loadChanges(path: string): Promise<KeptChanges | undefined> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  });
  return text === undefined ? undefined : keptChanges.parse(JSON.parse(text));
}

export async function forgetChanges(path: string): Promise<void> {
  await rm(path, { force: true });
}

/** The plan that takes all of it back. */
export function undoPlan({ changes, startOrder }: KeptChanges): StructuredPlan {
  const [first = 0] = startOrder;
  return {
    ...generateUndoPlan(changes, first, startOrder),
    title: 'Take back what the plan changed',
  };
}

/** How each changed path was before the plan, and how the plan left it. */
export function turnsOf({ changes }: KeptChanges): readonly Omit<RecordedChange, 'stepId'>[] {
  const byPath = Map.groupBy(changes, ({ path }) => path);
  return [...byPath].flatMap(([path, all]) => {
    const [first, last] = [all[0], all.at(-1)];
    return first && last ? [{ path, before: first.before, after: last.after }] : [];
  });
}
