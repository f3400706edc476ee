import { type Dirent, constants } from 'node:fs';
import { copyFile, mkdir, readdir, readlink, realpath, symlink } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { keptByTools } from './kept-by-tools.ts';

interface Places {
  /** Both absolute, as the machine writes them. */
  readonly from: string;
  readonly to: string;
  readonly files: RegExp;
}

/**
 * Makes a folder that a tool takes for another and may write into: with its own files, as far as they are wanted, and
 * with its installed packages, which are shared. What is installed as a link to the folder itself leads to the copy.
 */
export async function mirrorFolder(from: string, to: string, files: RegExp): Promise<void> {
  await mirror({ from: await realpath(from), to, files }, '');
}

async function mirror(places: Places, below: string): Promise<void> {
  const entries = await readdir(join(places.from, below), { withFileTypes: true });
  if (below !== '' && entries.some(({ name }) => name === 'pyvenv.cfg')) return;
  await mkdir(join(places.to, below), { recursive: true });
  for (const entry of entries) await mirrorEntry(places, join(below, entry.name), entry);
}

async function mirrorEntry(places: Places, path: string, entry: Dirent): Promise<void> {
  const [from, to] = [join(places.from, path), join(places.to, path)];
  if (entry.name === 'node_modules' && !entry.isFile()) await shareModules(places, path);
  else if (keptByTools.has(entry.name)) return;
  else if (entry.isDirectory()) await mirror(places, path);
  else if (entry.isSymbolicLink()) await symlink(await readlink(from), to);
  else if (entry.isFile() && places.files.test(entry.name)) {
    await copyFile(from, to, constants.COPYFILE_FICLONE);
  }
}

/** One link for each package, so that nothing is written beside them; what tools keep there begins with a dot. */
async function shareModules(places: Places, folder: string, scope = ''): Promise<void> {
  const [from, to] = [join(places.from, folder, scope), join(places.to, folder, scope)];
  await mkdir(to, { recursive: true });
  const own = await realpath(from);
  for (const entry of await readdir(own, { withFileTypes: true })) {
    if (entry.name.startsWith('.')) continue;
    if (scope === '' && entry.name.startsWith('@') && entry.isDirectory()) {
      await shareModules(places, folder, entry.name);
    } else {
      await symlink(await leadsTo(places, own, entry), join(to, entry.name));
    }
  }
}

async function leadsTo({ from, to }: Places, folder: string, entry: Dirent): Promise<string> {
  const place = join(folder, entry.name);
  if (!entry.isSymbolicLink()) return place;
  const target = resolve(folder, await readlink(place));
  const path = relative(from, target);
  const parts = path.split(sep);
  // Links to other places of such a folder are the way in which some package managers keep it.
  const isOwn = path !== '' && parts[0] !== '..' && !parts.includes('node_modules');
  return isOwn ? join(to, path) : target;
}
