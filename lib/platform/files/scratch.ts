import { constants, type Dirent } from 'node:fs';
import {
  chown,
  mkdir,
  mkdtemp,
  open,
  realpath,
  writeFile,
  copyFile,
  readdir,
  readlink,
  symlink,
  chmod,
  lchown,
  lstat,
  rm,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative, resolve, sep } from 'node:path';
import type { Scratch } from '#check/needs/scratch.ts';
import { toSystemError } from './folder.ts';
import { keptByTools } from './kept-by-tools.ts';

export interface ScratchOptions {
  /** The user that programs that are not ours run as; absent: ours. */
  readonly asUser?: { readonly uid: number; readonly gid: number } | undefined;
}

/** Folders below the system's temporary folder. */
export function createScratch({ asUser }: ScratchOptions = {}): Scratch {
  return {
    create: async ({ shared } = { shared: false }) => {
      const folder = await realpath(await mkdtemp(join(tmpdir(), 'ratchetr-run-')));
      if (shared && asUser !== undefined) await chown(folder, asUser.uid, asUser.gid);
      return folder;
    },
    makeFolder: async (path) => {
      await mkdir(path, { recursive: true });
    },
    mirror: mirrorFolder,
    write: (path, text, { shared } = { shared: false }) =>
      writeFile(path, text, { flag: 'wx', mode: shared ? 0o644 : 0o600 }),
    read: readUnlinked,
    remove: removeLocked,
  };
}

/** What tools write there may be a link to a file that they could not read themselves, so none is followed. */
async function readUnlinked(path: string, maxBytes: number): Promise<string | undefined> {
  const { O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = constants;
  const file = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch(toSystemError);
  if (file instanceof Error) {
    if (file.code !== undefined && noFile.has(file.code)) return undefined;
    throw file;
  }
  try {
    const found = await file.stat();
    return found.isFile() && found.size <= maxBytes ? await file.readFile('utf8') : undefined;
  } finally {
    await file.close();
  }
}

/** There is nothing, a link, or a socket. */
const noFile: ReadonlySet<string> = new Set(['ENOENT', 'ELOOP', 'ENXIO']);

interface MirrorPaths {
  /** Both absolute, as the machine writes them. */
  readonly from: string;
  readonly to: string;
  readonly files: RegExp;
}

/**
 * Makes a folder that a tool takes for another and may write into: with its own files, as far as they are wanted, and
 * with its installed packages, which are shared. What is installed as a link to the folder itself leads to the copy.
 */
async function mirrorFolder(from: string, to: string, files: RegExp): Promise<void> {
  await mirror({ from: await realpath(from), to, files }, '');
}

async function mirror(paths: MirrorPaths, below: string): Promise<void> {
  const entries = await readdir(join(paths.from, below), { withFileTypes: true });
  if (below !== '' && entries.some(({ name }) => name === 'pyvenv.cfg')) return;
  await mkdir(join(paths.to, below), { recursive: true });
  for (const entry of entries) await mirrorEntry(paths, join(below, entry.name), entry);
}

async function mirrorEntry(paths: MirrorPaths, path: string, entry: Dirent): Promise<void> {
  const [from, to] = [join(paths.from, path), join(paths.to, path)];
  if (entry.name === 'node_modules' && !entry.isFile()) await shareModules(paths, path);
  else if (keptByTools.has(entry.name)) return;
  else if (entry.isDirectory()) await mirror(paths, path);
  else if (entry.isSymbolicLink()) await symlink(await readlink(from), to);
  else if (entry.isFile() && paths.files.test(entry.name)) {
    await copyFile(from, to, constants.COPYFILE_FICLONE);
  }
}

/** One link for each package, so that nothing is written beside them; what tools keep there begins with a dot. */
async function shareModules(paths: MirrorPaths, folder: string, scope = ''): Promise<void> {
  const [from, to] = [join(paths.from, folder, scope), join(paths.to, folder, scope)];
  await mkdir(to, { recursive: true });
  const own = await realpath(from);
  for (const entry of await readdir(own, { withFileTypes: true })) {
    if (entry.name.startsWith('.')) continue;
    if (scope === '' && entry.name.startsWith('@') && entry.isDirectory()) {
      await shareModules(paths, folder, entry.name);
    } else {
      await symlink(await findLinkTarget(paths, own, entry), join(to, entry.name));
    }
  }
}

async function findLinkTarget(
  { from, to }: MirrorPaths,
  folder: string,
  entry: Dirent,
): Promise<string> {
  const full = join(folder, entry.name);
  if (!entry.isSymbolicLink()) return full;
  const target = resolve(folder, await readlink(full));
  const path = relative(from, target);
  const parts = path.split(sep);
  // Links to other paths of such a folder are the way in which some package managers keep it.
  const isOwn = path !== '' && parts[0] !== '..' && !parts.includes('node_modules');
  return isOwn ? join(to, path) : target;
}

/** Removes a folder with all that is in it, also where a tool took away the right to change it. */
async function removeLocked(path: string): Promise<void> {
  const failed = await removeWithRetries(path).catch(toSystemError);
  if (!(failed instanceof Error)) return;
  // Where it was made by another user, the system gives another code for the same.
  if (failed.code !== 'EACCES' && failed.code !== 'EPERM') throw failed;
  await unlock(path);
  await removeWithRetries(path);
}

/** Retries, for something may still appear in it. */
async function removeWithRetries(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true, maxRetries: 3 });
}

/** Links are no folders here, so nothing outside is touched. */
async function unlock(folder: string): Promise<void> {
  const { uid, gid } = await lstat(folder);
  const us = process.geteuid?.() ?? uid;
  if (uid !== us) await lchown(folder, us, gid);
  await chmod(folder, 0o700);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) await unlock(join(folder, entry.name));
  }
}
