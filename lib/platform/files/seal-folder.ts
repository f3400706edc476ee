import { createHash } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readlinkSync,
  readSync,
  realpathSync,
  rmdirSync,
  type Stats,
  statSync,
  unlinkSync,
} from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import type { SealEntry } from '#check/rules/environment/seal.ts';
import { errorMessage } from '#base/errors.ts';
import { stateOf } from './small-files.ts';

/*
 * Nothing here waits: an environment has tens of thousands of files, and each takes another thread ten times as long.
 */

/** Removes the files of a tree from a folder, and the folders that are empty without them; no link is followed. */
export function removeTracked(folder: string, tracked: ReadonlySet<string>): void {
  removeBelow(folder, '', tracked);
}

/** Whether nothing is left of it. */
function removeBelow(root: string, below: string, tracked: ReadonlySet<string>): boolean {
  const entries = readdirSync(join(root, below), { withFileTypes: true });
  let left = entries.length;
  for (const entry of entries) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    const full = join(root, path);
    if (entry.isDirectory()) {
      const wasEmpty = readdirSync(full).length === 0;
      if (!removeBelow(root, path, tracked) || wasEmpty) continue;
      rmdirSync(full);
    } else if (tracked.has(path)) unlinkSync(full);
    else continue;
    left -= 1;
  }
  return left === 0;
}

/** Takes the right to write from everybody, and notes each file of a folder. */
export function sealFolder(folder: string): readonly SealEntry[] {
  for (const { path, status } of listEntries(folder)) {
    if (status.isDirectory() || status.isFile()) chmodSync(join(folder, path), readOnly(status));
  }
  return listEntries(folder).map((found) => noteEntry(folder, found));
}

/** All may read it, and run what its owner may run. */
function readOnly(status: Stats): number {
  return status.isDirectory() || (status.mode & 0o100) !== 0 ? 0o555 : 0o444;
}

function noteEntry(folder: string, { path, status }: FoundEntry): SealEntry {
  const full = join(folder, path);
  const [mode, state] = [status.mode & 0o7777, stateOf(status)];
  if (status.isSymbolicLink()) return [path, 'link', mode, 0, whereItLeads(folder, full), state];
  if (status.isDirectory()) return [path, 'folder', mode, 0, '', state];
  if (!status.isFile()) return [path, 'other', mode, 0, '', state];
  return [path, 'file', mode, status.size, digestOf(full), state];
}

export interface ComparedFolder {
  /** What is not as it was sealed, by name. */
  readonly changes: readonly string[];
  /** All of it as it is on the disk now. */
  readonly entries: readonly SealEntry[];
}

/** Compares a folder with its seal. A file that stands on the disk as it was noted need not be read again. */
export function compareFolder(folder: string, sealed: readonly SealEntry[]): ComparedFolder {
  const entries: SealEntry[] = [];
  const changes = compareWith(folder, sealed, (entry, found) => {
    const [path, kind, mode, size, content, state] = entry;
    const isSame = kind === 'file' && stateOf(found.status) === state;
    const now = isSame ? entry : noteEntry(folder, found);
    entries.push(now);
    const [, ...marks] = now;
    const isChanged = [kind, mode, size, content].some((mark, index) => mark !== marks[index]);
    return isChanged ? `${path} (changed)` : undefined;
  });
  return { changes, entries };
}

/**
 * Names what was touched since it was noted, though it be as before again: nobody writes there, and no process can set back the
 * time at which it did.
 */
export function findTouched(folder: string, noted: readonly SealEntry[]): readonly string[] {
  return compareWith(folder, noted, ([path, kind, , , content, state], { status }) => {
    const leads = kind === 'link' ? whereItLeads(folder, join(folder, path)) : content;
    return stateOf(status) === state && leads === content ? undefined : `${path} (changed)`;
  });
}

function compareWith(
  folder: string,
  sealed: readonly SealEntry[],
  compare: (entry: SealEntry, found: FoundEntry) => string | undefined,
): readonly string[] {
  const missing = new Map(sealed.map((entry) => [entry[0], entry]));
  const changes: string[] = [];
  try {
    for (const found of listEntries(folder)) {
      const entry = missing.get(found.path);
      missing.delete(found.path);
      const change = entry === undefined ? `${found.path} (added)` : compare(entry, found);
      if (change !== undefined) changes.push(change);
    }
  } catch (error) {
    // It was locked, or went while it was read.
    return [`${folder} (${errorMessage(error)})`];
  }
  return [...changes, ...[...missing.keys()].map((path) => `${path} (missing)`)];
}

interface FoundEntry {
  /** Relative. */
  readonly path: string;
  readonly status: Stats;
}

function listEntries(root: string, below = ''): readonly FoundEntry[] {
  const found: FoundEntry[] = [];
  const walk = (folder: string): void => {
    for (const name of readdirSync(join(root, folder)).toSorted()) {
      const path = folder === '' ? name : `${folder}/${name}`;
      const status = lstatSync(join(root, path));
      found.push({ path, status });
      if (status.isDirectory()) walk(path);
    }
  };
  walk(below);
  return found;
}

/** As it is written; of one that leads outside, such as to the interpreter, also what stands there. */
function whereItLeads(folder: string, link: string): string {
  const text = readlinkSync(link);
  const inside = !relative(folder, resolve(dirname(link), text)).startsWith('..');
  return inside ? text : `${text}\n${describeTarget(link)}`;
}

function describeTarget(link: string): string {
  const status = statSync(link, { throwIfNoEntry: false });
  if (status === undefined) return 'nothing';
  const real = realpathSync(link);
  return status.isFile() ? `${real} ${status.size} ${status.mtimeMs}` : real;
}

/** The latest time at which anything of these was changed, in milliseconds. */
export function latestChange(entries: readonly SealEntry[]): number {
  return entries.reduce((latest, [, , , , , state]) => {
    return Math.max(latest, Number(state.split(' ').at(-1)));
  }, 0);
}

const atOnce = 4 * 1024 * 1024;

function digestOf(path: string): string {
  const file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    const bytes = Buffer.allocUnsafe(Math.min(atOnce, fstatSync(file).size + 1));
    const digest = createHash('sha256');
    for (let read = readSync(file, bytes); read > 0; read = readSync(file, bytes)) {
      digest.update(bytes.subarray(0, read));
    }
    return digest.digest('hex');
  } finally {
    closeSync(file);
  }
}
