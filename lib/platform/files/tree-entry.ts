import { hash } from 'node:crypto';
import {
  closeSync,
  constants,
  fchmodSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmdirSync,
  type Stats,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { FileState } from '#repair/rules/plan/recorded-change.ts';
import { toSystemError } from './folder.ts';
import { type BlobHash, gitBlobId } from './git-blob.ts';
import { type HeldFolder, LinkOnTheWay, withHeldFolder } from './held-folder.ts';

/*
 * Nothing here waits: a step on a file takes a tenth of the time of the same by promises, and what one step does to
 * folders can never come between two calls of another.
 */

/** One path of a tree of files; no link is followed on the way to it. */
export interface TreeEntry {
  /** The folder of the tree, absolute. */
  readonly root: string;
  readonly segments: readonly string[];
}

/** What lies there, as git sees it; throws where a folder with files in it does. */
export function readEntry(entry: TreeEntry, algorithm?: BlobHash): FileState {
  const found = inItsFolder(entry, false, (folder, name) => {
    removeIfThere(join(folder.at, besideName(entry)));
    return readState(folder, name, algorithm);
  });
  return found ?? null;
}

/** What lies there for a reader that follows no links and sees files and links alone. */
export function readThrough(entry: TreeEntry): FileState {
  try {
    return readEntry(entry);
  } catch (error) {
    if (error instanceof LinkOnTheWay || error instanceof NoFile) return null;
    throw error;
  }
}

/** Puts a file or link there, whole or not at all, and makes the folders on the way. */
export function writeEntry(entry: TreeEntry, state: NonNullable<FileState>): void {
  inItsFolder(entry, true, (folder, name) => {
    const beside = join(folder.at, besideName(entry));
    const place = join(folder.at, name);
    const before = lstatSync(place, { throwIfNoEntry: false });
    try {
      writeBeside(beside, state, before);
      if (before?.isDirectory() === true) removeWithoutFiles(place);
      renameSync(beside, place);
    } catch (error) {
      removeIfThere(beside);
      throw error;
    }
  });
}

/** Removes what lies there, and the folders that are empty without it. */
export function removeEntry(entry: TreeEntry): void {
  inItsFolder(entry, false, (folder, name) => removeIfThere(join(folder.at, name)));
  pruneFolders(entry);
}

/** Removes the folders above the path that are empty, as git does. */
export function pruneFolders({ root, segments }: TreeEntry): void {
  for (let depth = segments.length - 1; depth > 0; depth -= 1) {
    const above = { root, segments: segments.slice(0, depth) };
    const isGone = inItsFolder(above, false, (folder, name) =>
      removeEmptyFolder(join(folder.at, name)),
    );
    if (isGone === false) return;
  }
}

export function gitModeOf({ mode }: Stats): '100644' | '100755' {
  return (mode & 0o100) === 0 ? '100644' : '100755';
}

function inItsFolder<Result>(
  { root, segments }: TreeEntry,
  make: boolean,
  use: (folder: HeldFolder, name: string) => Result,
): Result | undefined {
  const name = segments.at(-1) ?? '.';
  return withHeldFolder({ root, segments: segments.slice(0, -1), make }, (folder) =>
    use(folder, name),
  );
}

/** The same for every attempt at a path, so that what one left when it was killed is found by the next. */
function besideName({ segments }: TreeEntry): string {
  return `.ratchetr-${hash('sha1', segments.join('/')).slice(0, 20)}`;
}

function readState(folder: HeldFolder, name: string, algorithm: BlobHash | undefined): FileState {
  const place = join(folder.at, name);
  const stats = lstatSync(place, { throwIfNoEntry: false });
  if (stats === undefined) return null;
  const state = (mode: NonNullable<FileState>['mode'], bytes: Buffer) => {
    return { mode, content: bytes.toString('base64'), blob: gitBlobId(bytes, algorithm) };
  };
  if (stats.isSymbolicLink()) return state('120000', readlinkSync(place, 'buffer'));
  if (stats.isFile()) return state(gitModeOf(stats), readRegularFile(place));
  const shown = join(folder.path, name);
  if (!stats.isDirectory()) throw new NoFile(`${shown} is no regular file: leave it alone`);
  if (isWithoutFiles(place)) return null;
  throw new NoFile(`${shown} is a folder with files in it: name the files instead`);
}

/** Something lies there that git has no word for. */
class NoFile extends Error {}

/** Reads a regular file without following a link in its place. */
export function readRegularFile(place: string): Buffer {
  // O_NONBLOCK: a pipe in its place must not make us wait for a writer.
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const descriptor = openSync(place, flags);
  try {
    return readFileSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function writeBeside(
  beside: string,
  state: NonNullable<FileState>,
  before: Stats | undefined,
): void {
  const bytes = Buffer.from(state.content, 'base64');
  if (state.mode === '120000') {
    symlinkSync(bytes, beside);
    return;
  }
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
  const descriptor = openSync(beside, flags, state.mode === '100644' ? 0o644 : 0o755);
  try {
    writeFileSync(descriptor, bytes);
    if (before?.isFile() === true) fchmodSync(descriptor, choosePermissions(state.mode, before));
  } finally {
    closeSync(descriptor);
  }
}

/** A file keeps who may read and write it; each user that may read it may execute one that becomes executable. */
function choosePermissions(mode: '100644' | '100755', before: Stats): number {
  const kept = before.mode & 0o777;
  if (gitModeOf(before) === mode) return kept;
  return mode === '100644' ? kept & 0o666 : kept | ((kept & 0o444) >> 2);
}

/** Git sees no folders, so one that holds nothing else is as good as nothing. */
function isWithoutFiles(place: string): boolean {
  return readdirSync(place, { withFileTypes: true }).every(
    (entry) => entry.isDirectory() && isWithoutFiles(join(place, entry.name)),
  );
}

function removeWithoutFiles(place: string): void {
  for (const name of readdirSync(place)) removeWithoutFiles(join(place, name));
  rmdirSync(place);
}

function removeIfThere(place: string): void {
  try {
    unlinkSync(place);
  } catch (error) {
    if (toSystemError(error).code !== 'ENOENT') throw error;
  }
}

/** Whether it is gone: one with something in it stays. */
function removeEmptyFolder(place: string): boolean {
  try {
    rmdirSync(place);
    return true;
  } catch (error) {
    const { code } = toSystemError(error);
    if (code === 'ENOENT') return true;
    if (code === 'ENOTEMPTY' || code === 'EEXIST' || code === 'ENOTDIR') return false;
    throw error;
  }
}
