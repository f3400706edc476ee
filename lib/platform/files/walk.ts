import type { Dirent } from 'node:fs';
import { readdir, readlink, realpath, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { keptByTools } from './kept-by-tools.ts';

export interface Listing {
  /** Relative to the folder, POSIX. */
  readonly files: readonly string[];
  readonly links: readonly Link[];
  /** False: some of it could not be listed. */
  readonly complete: boolean;
}

interface Link {
  readonly path: string;
  /** As it is written. */
  readonly to: string;
  readonly leadsTo: 'file' | 'folder-inside' | 'folder-outside' | 'nothing';
}

/** Lists everything below a folder, ignored by git or not: tools read that too. Links are not followed. */
export async function listFiles(folder: string): Promise<Listing> {
  const listing: Growing = { folder, files: [], links: [], complete: true };
  await listFolder(listing, '');
  return listing;
}

interface Growing {
  readonly folder: string;
  readonly files: string[];
  readonly links: Link[];
  complete: boolean;
}

async function listFolder(listing: Growing, below: string): Promise<void> {
  const entries = await tryReadEntries(join(listing.folder, below));
  if (entries === undefined) {
    listing.complete = false;
    return;
  }
  if (below !== '' && isEnvironment(entries)) return;
  const others: Promise<void>[] = [];
  for (const entry of entries) {
    if (keptByTools.has(entry.name)) continue;
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    if (entry.isFile()) listing.files.push(path);
    else if (entry.isDirectory()) others.push(listFolder(listing, path));
    else if (entry.isSymbolicLink()) others.push(listLink(listing, path));
  }
  await Promise.all(others);
}

async function listLink({ folder, links }: Growing, path: string): Promise<void> {
  const full = join(folder, path);
  const found = await stat(full).catch(() => undefined);
  const to = await readlink(full);
  if (found?.isDirectory() !== true) {
    links.push({ path, to, leadsTo: found?.isFile() === true ? 'file' : 'nothing' });
    return;
  }
  if (isEnvironment((await tryReadEntries(full)) ?? [])) return;
  const inside = !relative(await realpath(folder), await realpath(full)).startsWith('..');
  links.push({ path, to, leadsTo: inside ? 'folder-inside' : 'folder-outside' });
}

/** undefined: it may not be read, or it went meanwhile. */
async function tryReadEntries(folder: string): Promise<readonly Dirent[] | undefined> {
  return readdir(folder, { withFileTypes: true }).catch(() => undefined);
}

function isEnvironment(entries: readonly Dirent[]): boolean {
  return entries.some(({ name }) => name === 'pyvenv.cfg');
}
