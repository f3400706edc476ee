import { lstatSync, readdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import type { JudgingEnvironment } from '#check/needs/environments.ts';
import { errorCode } from '#base/errors.ts';
import { isKeptBesidePackages } from '#check/rules/environment/kept-beside-packages.ts';
import { stateOf } from './small-files.ts';

/**
 * Notes what is installed in folders of a person, where nothing is to be changed while code is judged. The folders stay as
 * they are: nothing is read of their files but where these lie on the disk, and when they were changed.
 */
export function noteFolders(folders: readonly string[]): JudgingEnvironment {
  const noted = new Map(folders.map((folder) => [folder, noteFolder(folder)]));
  const held = {
    findChanges: async () => [...noted].flatMap(([folder, notes]) => compare(folder, notes)),
    // It is the person's: nobody else installs it again.
    replace: async () => false,
  };
  return { hold: () => held };
}

/** Each file and link below, with its marks. */
function noteFolder(folder: string): ReadonlyMap<string, string> {
  const notes = new Map<string, string>();
  const walk = (path: string, name: string): void => {
    for (const entry of readdirSync(path, { withFileTypes: true })) {
      // Caches of tools are for those that find them again.
      if (name === 'node_modules' && isKeptBesidePackages(entry.name)) continue;
      const full = join(path, entry.name);
      if (entry.isDirectory()) walk(full, entry.name);
      else notes.set(full, stateOf(lstatSync(full)));
    }
  };
  try {
    const real = realpathSync(folder);
    walk(real, real.slice(real.lastIndexOf('/') + 1));
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    notes.set(folder, `cannot be read: ${errorCode(error)}`);
  }
  return notes;
}

function compare(folder: string, before: ReadonlyMap<string, string>): readonly string[] {
  const now = noteFolder(folder);
  const changes: string[] = [];
  for (const [path, state] of now) {
    const old = before.get(path);
    if (old === undefined) changes.push(`${path} (added)`);
    else if (old !== state) changes.push(`${path} (changed)`);
  }
  for (const path of before.keys()) if (!now.has(path)) changes.push(`${path} (missing)`);
  return changes;
}
