import { existsSync, lstatSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import * as z from 'zod';
import type { TimeSource } from '#base/needs/clock.ts';
import type { Hash } from '#model/needs/hash.ts';
import type { Screenshot } from '#repair/needs/browser.ts';
import type {
  ChangesArchive,
  DoubtArchive,
  PlanArchive,
  RecordFolder,
} from '#repair/needs/plan-archive.ts';
import { keptChanges, undoPlan } from '#repair/rules/plan/kept-changes.ts';
import { journalIn, snapshotsIn } from './plan-record.ts';
import { createSnapshots } from './snapshots.ts';

/** Where an archive lies. All paths are absolute. */
export interface PlanArchivePaths extends Pick<PlanArchive, 'folder' | 'own'> {
  readonly journal: string;
  readonly undo: string;
  /** What the first execution that ended has changed; what later ones did is kept beside it. */
  readonly changes: string;
  readonly screenshots: string;
}

/** Keeps it as files in folders that are there. */
export function createPlanArchive(
  { hash, clock }: { readonly hash: Hash; readonly clock: TimeSource },
  { folder, own, journal, undo, changes, screenshots }: PlanArchivePaths,
): PlanArchive {
  const snapshots = createSnapshots({ clock, folder: undo });
  return {
    folder,
    own,
    execution: recordFolder(journal),
    undo: recordFolder(undo),
    changes: changesArchive(changes),
    doubt: doubtArchive(join(dirname(changes), 'told.json')),
    stateOf: (path) => snapshots.stateOf(folder, path).catch(() => undefined),
    isFolder: (path) =>
      lstatSync(join(folder, path), { throwIfNoEntry: false })?.isDirectory() === true,
    keepScreenshot: async (stepId, { name, png }: Screenshot) => {
      const path = join(screenshots, `${stepId}-${screenshotFileName(hash, name)}.png`);
      await mkdir(screenshots, { recursive: true });
      await writeFile(path, png);
      return relative(folder, path);
    },
  };
}

/** Different names stay different, whatever in them no file may be called. */
function screenshotFileName(hash: Hash, name: string): string {
  const plain = name.slice(0, 80).replace(/[^A-Za-z0-9._-]+/g, '-');
  return plain === name ? plain : `${plain}-${hash.hex(name).slice(0, 8)}`;
}

function recordFolder(path: string): RecordFolder {
  return {
    path,
    isBegun: () => existsSync(journalIn(path)),
    clear: async () => {
      await rm(journalIn(path), { force: true });
      await rm(snapshotsIn(path), { recursive: true, force: true });
    },
  };
}

function changesArchive(path: string): ChangesArchive {
  const finish: ChangesArchive['finish'] = async (clear) => {
    if (!existsSync(revertedPath(path))) return;
    await clear();
    await rm(revertedPath(path));
  };
  return {
    keep: async ({ changes, startOrder }) => {
      if (undoPlan({ changes, startOrder }).steps.length === 0) return;
      const kept: z.infer<typeof keptChanges> = { schemaVersion: 1, changes, startOrder };
      const text = JSON.stringify(kept);
      const newest = (await listExecutionNumbers(path)).at(-1);
      if (newest !== undefined && (await readFile(changesPath(path, newest), 'utf8')) === text)
        return;
      await writeFile(`${path}.new`, text, { mode: 0o600 });
      await rename(`${path}.new`, changesPath(path, (newest ?? 0) + 1));
    },
    newest: async () => {
      const newest = (await listExecutionNumbers(path)).at(-1);
      if (newest === undefined) return undefined;
      return keptChanges.parse(JSON.parse(await readFile(changesPath(path, newest), 'utf8')));
    },
    forget: async (clear) => {
      const newest = (await listExecutionNumbers(path)).at(-1);
      if (newest !== undefined) await rename(changesPath(path, newest), revertedPath(path));
      await finish(clear);
    },
    finish,
  };
}

function revertedPath(path: string): string {
  return `${path}.taken-back`;
}

/** The numbers of the executions whose changes are kept, the newest last. */
async function listExecutionNumbers(path: string): Promise<readonly number[]> {
  const names = await readdir(dirname(path));
  const later = names.flatMap((name) => /^changes-(\d+)\.json$/.exec(name)?.[1] ?? []);
  const first = names.includes(basename(path)) ? [1] : [];
  return [...first, ...later.map(Number).toSorted((a, b) => a - b)];
}

/** The first one is kept under the plain name. */
function changesPath(path: string, number: number): string {
  return number === 1 ? path : join(dirname(path), `changes-${number}.json`);
}

function doubtArchive(path: string): DoubtArchive {
  return {
    load: async () => {
      const text = await readFile(path, 'utf8').catch(() => '{}');
      return z.record(z.string(), z.string()).parse(JSON.parse(text));
    },
    save: (states) => writeFile(path, JSON.stringify(states), { mode: 0o600 }),
    remove: () => rm(path, { force: true }),
  };
}
