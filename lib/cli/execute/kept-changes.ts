import { existsSync } from 'node:fs';
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import * as z from 'zod';
import { type RecordedChange, recordedChange } from '#repair/rules/plan/recorded-change.ts';
import { generateUndoPlan } from '#repair/rules/plan/undo-plan.ts';
import type { StructuredPlan } from '#model/structured-plan.ts';

const keptChanges = z.object({
  schemaVersion: z.literal(1).describe('Version of this shape.'),
  changes: z.array(recordedChange).readonly().describe('In the order in which they were made.'),
  startOrder: z.array(z.int()).readonly().describe('Steps in the order in which they started.'),
});
export type KeptChanges = Pick<z.infer<typeof keptChanges>, 'changes' | 'startOrder'>;

/**
 * Keeps what an execution changed beside what those before it changed, so that it can be taken back; what changed
 * nothing leaves nothing. One that was cut off before its journal went is told of twice, and kept once.
 */
export async function keepChanges(
  path: string,
  { changes, startOrder }: KeptChanges,
): Promise<void> {
  if (undoPlan({ changes, startOrder }).steps.length === 0) return;
  const kept: z.infer<typeof keptChanges> = { schemaVersion: 1, changes, startOrder };
  const text = JSON.stringify(kept);
  const newest = (await numbersOf(path)).at(-1);
  if (newest !== undefined && (await readFile(numbered(path, newest), 'utf8')) === text) return;
  await writeFile(`${path}.new`, text, { mode: 0o600 });
  await rename(`${path}.new`, numbered(path, (newest ?? 0) + 1));
}

/** What the newest execution changed, of those that are kept. */
export async function loadChanges(path: string): Promise<KeptChanges | undefined> {
  const newest = (await numbersOf(path)).at(-1);
  if (newest === undefined) return undefined;
  return keptChanges.parse(JSON.parse(await readFile(numbered(path, newest), 'utf8')));
}

/**
 * Forgets what the newest execution changed, once it is taken back, and what was kept for that. Only the first step
 * counts: a start after a cut makes up for the others.
 */
export async function forgetChanges(path: string, clear: () => Promise<void>): Promise<void> {
  const newest = (await numbersOf(path)).at(-1);
  if (newest !== undefined) await rename(numbered(path, newest), takenBack(path));
  await finishForgetting(path, clear);
}

/** Makes up for what was cut off after the changes of an execution had been taken back. */
export async function finishForgetting(path: string, clear: () => Promise<void>): Promise<void> {
  if (!existsSync(takenBack(path))) return;
  await clear();
  await rm(takenBack(path));
}

function takenBack(path: string): string {
  return `${path}.taken-back`;
}

/** The numbers of the executions whose changes are kept, the newest last. */
async function numbersOf(path: string): Promise<readonly number[]> {
  const names = await readdir(dirname(path));
  const later = names.flatMap((name) => /^changes-(\d+)\.json$/.exec(name)?.[1] ?? []);
  const first = names.includes(basename(path)) ? [1] : [];
  return [...first, ...later.map(Number).toSorted((a, b) => a - b)];
}

/** The first one is kept under the plain name. */
function numbered(path: string, number: number): string {
  return number === 1 ? path : join(dirname(path), `changes-${number}.json`);
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
