import { constants, existsSync } from 'node:fs';
import { type FileHandle, lstat, mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';

/** A folder held open, so that no process can put a link there while it is used. */
export interface Folder {
  readonly handle: FileHandle;
  readonly path: string;
}

/** Uses a folder below the root, making it when asked to; `undefined` when it is not there. */
export async function withOpenFolder<Result>(
  place: { readonly root: string; readonly segments: readonly string[]; readonly make: boolean },
  use: (folder: Folder) => Promise<Result>,
): Promise<Result | undefined> {
  const folder = await openFolder(place.root, place.segments, place.make);
  if (folder === undefined) return undefined;
  try {
    return await use(folder);
  } finally {
    await folder.handle.close();
  }
}

/** Opens a regular file of the folder, following no link; `undefined` when none is there. */
export async function openRegularFile(
  folder: Folder,
  name: string,
): Promise<FileHandle | undefined> {
  // O_NONBLOCK: a pipe in its place must not make us wait for a writer.
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const handle = await openUnlinked(folder, name, flags);
  if (handle === undefined || (await handle.stat()).isFile()) return handle;
  await handle.close();
  return undefined;
}

/** Opens an entry of the folder with these flags; throws where a link stands. */
export async function openUnlinked(
  folder: Folder,
  name: string,
  flags: number,
): Promise<FileHandle | undefined> {
  const handle = await open(entryPath(folder, name), flags).catch(toSystemError);
  if (!(handle instanceof Error)) return handle;
  if (handle.code === 'ENOENT') return undefined;
  if (await isLinkAt(folder, name)) throw linkError(join(folder.path, name), handle);
  throw handle;
}

/** The path that reaches an entry of the open folder, whatever was moved above it meanwhile. */
export function entryPath(folder: Folder, name: string): string {
  const held = reachable ? `/proc/self/fd/${folder.handle.fd}` : folder.path;
  return `${held}/${name}`;
}

export function toSystemError(error: unknown): NodeJS.ErrnoException {
  return error instanceof Error ? error : new Error(String(error));
}

// Node has no openat. Linux offers the same by path; elsewhere each step is checked, but not held.
const reachable = existsSync('/proc/self/fd');

async function openFolder(
  root: string,
  segments: readonly string[],
  make: boolean,
): Promise<Folder | undefined> {
  if (make) await mkdir(root, { recursive: true });
  let folder = await openRoot(root);
  for (const segment of segments) {
    if (folder === undefined) return undefined;
    const above: Folder = folder;
    try {
      folder = await openSubfolder(above, segment, make);
    } finally {
      await above.handle.close();
    }
  }
  return folder;
}

async function openRoot(root: string): Promise<Folder | undefined> {
  const handle = await open(root, constants.O_RDONLY | constants.O_DIRECTORY).catch(toSystemError);
  if (!(handle instanceof Error)) return { handle, path: root };
  if (handle.code === 'ENOENT') return undefined;
  throw handle;
}

async function openSubfolder(
  above: Folder,
  name: string,
  make: boolean,
): Promise<Folder | undefined> {
  if (make) await makeBelow(above, name);
  const flags = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;
  const path = join(above.path, name);
  const handle = await openUnlinked(above, name, flags).catch(toSystemError);
  if (handle === undefined) return undefined;
  if (!(handle instanceof Error)) return { handle, path };
  if (handle.code !== 'ENOTDIR') throw handle;
  if (!make) return undefined;
  throw new Error(`${path} is a file where a folder is needed`, { cause: handle });
}

async function makeBelow(above: Folder, name: string): Promise<void> {
  const error = await mkdir(entryPath(above, name)).catch(toSystemError);
  if (error === undefined) await above.handle.sync();
  else if (error.code !== 'EEXIST') throw error;
}

async function isLinkAt(folder: Folder, name: string): Promise<boolean> {
  const found = await lstat(entryPath(folder, name)).catch(toSystemError);
  return !(found instanceof Error) && found.isSymbolicLink();
}

function linkError(path: string, cause: Error): Error {
  return new Error(`${path} is a symbolic link; links are not followed here, remove it`, { cause });
}
