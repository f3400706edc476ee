import { hash } from 'node:crypto';
import { mkdirSync, realpathSync } from 'node:fs';
import { rmdir } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import type { StructuredPlan } from '#model/structured-plan.ts';
import type { CliContext } from '../context.ts';
import { prepareStateFolder } from '#local/state-folder.ts';

/** Where an execution of one plan in one folder keeps what it needs. All are absolute. */
export interface PlanPlaces {
  /** The folder that the plan is about. */
  readonly folder: string;
  /** Journal and snapshots of an execution that is not over. */
  readonly journal: string;
  /** The same of taking it back. */
  readonly undo: string;
  /** What the first execution that ended has changed; what later ones did is kept beside it. */
  readonly changes: string;
  readonly screenshots: string;
  /** Held while any plan is carried out in the folder. */
  readonly lock: string;
  /** Paths below the folder that are ours. */
  readonly own: readonly string[];
}

/** Finds the places of a plan and makes those that must be there. */
export function openPlaces(
  { cwd }: Pick<CliContext, 'cwd'>,
  plan: StructuredPlan,
  wanted: string | undefined,
): PlanPlaces {
  const folder = realpathSync(cwd);
  prepareStateFolder(folder, '.ratchetr/state.db');
  // Of the plan as it was read, so that its layout in the file does not matter.
  const digest = hash('sha256', JSON.stringify(plan)).slice(0, 16);
  const plans = join(folder, '.ratchetr/work/plans');
  const room = join(plans, digest);
  const journal = wanted === undefined ? room : resolve(cwd, wanted);
  mkdirSync(room, { recursive: true });
  mkdirSync(journal, { recursive: true });
  return {
    folder,
    journal,
    undo: join(room, 'undo'),
    changes: join(room, 'changes.json'),
    screenshots: join(folder, '.ratchetr/artifacts/plans', digest),
    lock: join(plans, 'lock'),
    own: [...ownPaths, relative(folder, realpathSync(journal))],
  };
}

/** The rest of the folder, such as baselines, is committed, and plans may change it. */
const ownPaths = [
  '.gitignore',
  'artifacts',
  'state.db',
  'state.db-shm',
  'state.db-wal',
  'trees.git',
  'work',
].map((name) => `.ratchetr/${name}`);

/** Removes the folders in which nothing is left. */
export async function tidyPlaces({ undo, journal, changes }: PlanPlaces): Promise<void> {
  for (const folder of [undo, journal, dirname(changes)]) {
    await rmdir(folder).catch((error: unknown) => {
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      if (code !== 'ENOTEMPTY' && code !== 'EEXIST' && code !== 'ENOENT') throw error;
    });
  }
}
