// Plain JavaScript for any Node from 18 on, as the launcher that asks.
import { accessSync, constants, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** At most so often a bundle is tried, whatever happens to the sources meanwhile. */
const BETWEEN_TRIES_MS = 5 * 60_000;

/** Where the bundle of a clone lies, with a note of what it was made of. */
export function builtFolder(project) {
  return join(project, '.cache', 'start');
}

/**
 * The start in the bundle that was made of the sources of this project; undefined: there is none, or one of them was changed
 * since. As git does, a file is taken for the same by its place on the disk, its length and its times, else by its content.
 */
export async function findBuiltStart(project) {
  const built = builtFolder(project);
  try {
    const { folder, files } = JSON.parse(readFileSync(join(built, 'note.json'), 'utf8'));
    const differing = files.filter(([path, state]) => stateOf(join(project, path)) !== state);
    for (const [path, , digest] of differing) {
      if ((await digestOf(join(project, path))) !== digest) return undefined;
    }
    return join(built, folder, 'cli-start.mjs');
  } catch {
    // There is no note, or it names a file that is gone.
    return undefined;
  }
}

/** The marks that a file bears until it is changed. */
export function stateOf(path) {
  // Not as big integers, which take twice as long: a quarter of a microsecond is exact enough.
  const { dev, ino, size, mtimeMs, ctimeMs } = statSync(path);
  return [dev, ino, size, mtimeMs, ctimeMs].join(' ');
}

export async function digestOf(path) {
  // To load it takes as long as to look at all the files.
  const { createHash } = await import('node:crypto');
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}

/** The program that makes it, where the clone has it, may be written, and it was not tried lately. */
export function findBuilder(project) {
  const builder = join(project, 'packaging', 'build-start.ts');
  try {
    accessSync(builder);
    accessSync(project, constants.W_OK);
  } catch {
    return undefined;
  }
  const tried = statSync(join(builtFolder(project), 'tried'), { throwIfNoEntry: false });
  const isLately = tried !== undefined && Date.now() - tried.mtimeMs < BETWEEN_TRIES_MS;
  return isLately ? undefined : builder;
}
