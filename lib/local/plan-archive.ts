import { mkdirSync, realpathSync } from 'node:fs';
import { rmdir } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { errorCode } from '#base/errors.ts';
import { createPlanArchive } from '#platform/files/plan-archive.ts';
import { holdAlone } from '#store/sqlite/hold-alone.ts';
import type { TimeSource } from '#base/needs/clock.ts';
import type { Hash } from '#model/needs/hash.ts';
import { stateFile, stateFolder } from '#model/own-files.ts';
import type { StructuredPlan } from '#model/structured-plan.ts';
import type { PlanArchive } from '#repair/needs/plan-archive.ts';
import { prepareStateFolder, locateState } from './state-folder.ts';

export interface LocalPlanArchive extends PlanArchive {
  /** Keeps other plans from being executed in the folder until it is called; undefined: another one is. */
  hold(): (() => void) | undefined;
  /** Removes the folders in which nothing is left. */
  tidy(): Promise<void>;
}

export interface PlanInUse {
  readonly cwd: string;
  readonly plan: StructuredPlan;
  /** The folder for the record of its execution; absent: one in the state folder. */
  readonly journal: string | undefined;
}

/** Opens what is kept of a plan in a folder, and makes the folders that must be there. */
export function openPlanArchive(
  deps: { readonly hash: Hash; readonly clock: TimeSource },
  { cwd, plan, journal: wanted }: PlanInUse,
): LocalPlanArchive {
  const folder = realpathSync(cwd);
  prepareStateFolder(folder);
  // Of the plan as it was read, so that its layout in the file does not matter.
  const digest = deps.hash.hex(JSON.stringify(plan)).slice(0, 16);
  const { work, artifacts } = locateState(folder);
  const plans = join(work, 'plans');
  const room = join(plans, digest);
  const journal = wanted === undefined ? room : resolve(cwd, wanted);
  mkdirSync(room, { recursive: true });
  mkdirSync(journal, { recursive: true });
  const paths = { journal, undo: join(room, 'undo'), changes: join(room, 'changes.json') };
  const screenshots = join(artifacts, 'plans', digest);
  const own = [...ownPaths, relative(folder, realpathSync(journal))];
  return {
    ...createPlanArchive(deps, { ...paths, folder, own, screenshots }),
    hold: () => holdAlone(join(plans, 'lock')),
    tidy: () => tidy([paths.undo, paths.journal, dirname(paths.changes)]),
  };
}

/** The rest of the folder, such as baselines, is committed, and plans may change it. */
const ownPaths = [
  ...['.gitignore', 'artifacts', 'trees.git', 'work'].map((name) => `${stateFolder}/${name}`),
  ...['', '-shm', '-wal'].map((ending) => `${stateFile}${ending}`),
];

async function tidy(folders: readonly string[]): Promise<void> {
  for (const folder of folders) {
    await rmdir(folder).catch((error: unknown) => {
      if (!['ENOTEMPTY', 'EEXIST', 'ENOENT'].includes(errorCode(error) ?? '')) throw error;
    });
  }
}
