import { hash } from 'node:crypto';
import { mkdirSync, readFileSync, readlinkSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import * as z from 'zod';
import type { FileState } from '#repair/rules/plan/recorded-change.ts';
import { fileMode } from '#model/changeset.ts';
import { sha } from '#model/ids.ts';
import type { TimeSource } from '#base/needs/clock.ts';
import type { PathChange, SnapshotPlace, Snapshots } from '#repair/needs/snapshots.ts';
import { type ContentStore, createContentStore } from './content-store.ts';
import { toSystemError } from './folder.ts';
import { gitBlobId } from './git-blob.ts';
import { lookAtFolder, type Seen } from './look-at-folder.ts';
import { readRegularFile, readThrough } from './tree-entry.ts';

export interface SnapshotsOptions {
  readonly clock: TimeSource;
  /** A folder of our own, absolute and outside of what is kept; it may be removed with the execution. */
  readonly folder: string;
}

/**
 * Keeps folders by the content of their files. A file whose times and size are as they were is not read again, so that
 * keeping a folder before each of many commands costs little more than a look at it.
 */
export function createSnapshots({ clock, folder }: SnapshotsOptions): Snapshots {
  const store = createContentStore(join(folder, 'contents'));
  const known = new Map<string, ReadonlyMap<string, KnownFile>>();
  const list = async (place: SnapshotPlace): Promise<Listing> => {
    mkdirSync(folder, { recursive: true });
    const before = known.get(place.folder);
    const at = clock.now();
    const listing = new Map<string, KnownFile>();
    let read = 0;
    for (const [path, seen] of lookAtFolder(place)) {
      const old = before?.get(path);
      const isSame = old?.signature === seen.signature && seen.changedAt < old.at - coarseMs;
      const file = isSame ? old : keepFile(store, join(place.folder, path), { seen, at, old });
      if (file !== undefined) listing.set(path, file);
      if (!isSame) read += 1;
      if (!isSame && read % manyFiles === 0) await setImmediate();
    }
    known.set(place.folder, listing);
    return listing;
  };
  return {
    take: async (place) => writeListing(folder, await list(place)),
    changesSince: async (snapshot, place) => {
      const before = readListing(folder, snapshot);
      return changesBetween(store, before, await list(place));
    },
    stateOf: async (root, path) => readThrough({ root, segments: path.split('/') }),
  };
}

/** The times of files are this coarse: of what was changed just before a look, it cannot be told whether it was again. */
const coarseMs = 50;

/** After so many files others of this process get their turn. */
const manyFiles = 100;

const keptFile = z.object({
  mode: fileMode,
  blob: sha,
  offset: z.int().nonnegative(),
  size: z.int().nonnegative(),
});
type KeptFile = z.infer<typeof keptFile>;
type Listing = ReadonlyMap<string, KeptFile>;

/** A file that is kept, and what it looked like when. */
interface KnownFile extends KeptFile {
  readonly signature: string;
  readonly at: number;
}

interface SeenFile {
  readonly seen: Seen;
  readonly at: number;
  readonly old: KnownFile | undefined;
}

/** Undefined: it is gone by now. */
function keepFile(
  store: ContentStore,
  path: string,
  { seen: { mode, signature }, at, old }: SeenFile,
): KnownFile | undefined {
  const bytes = readNow(path, mode);
  if (bytes === undefined) return undefined;
  const blob = gitBlobId(bytes);
  const { offset, size } = old?.blob === blob ? old : store.put(bytes);
  return { mode, blob, offset, size, signature, at };
}

function readNow(path: string, mode: Seen['mode']): Buffer | undefined {
  try {
    return mode === '120000' ? readlinkSync(path, 'buffer') : readRegularFile(path);
  } catch (error) {
    const { code } = toSystemError(error);
    if (code === 'ENOENT' || code === 'ELOOP' || code === 'EINVAL') return undefined;
    throw error;
  }
}

const listedFiles = z.array(z.tuple([z.string(), keptFile]));

/** Named by what it lists, so a folder that is as it was is not listed again. */
function writeListing(folder: string, listing: Listing): string {
  const rows = Array.from(listing, ([path, { mode, blob, offset, size }]) => [
    path,
    { mode, blob, offset, size },
  ]);
  const text = JSON.stringify(rows);
  const name = hash('sha1', text);
  const path = listingPath(folder, name);
  writeFileSync(`${path}.new`, text, { mode: 0o600 });
  renameSync(`${path}.new`, path);
  return name;
}

function readListing(folder: string, snapshot: string): Listing {
  const text = readFileSync(listingPath(folder, snapshot), 'utf8');
  return new Map(listedFiles.parse(JSON.parse(text)));
}

function listingPath(folder: string, snapshot: string): string {
  return join(folder, `${snapshot}.json`);
}

function changesBetween(
  store: ContentStore,
  before: Listing,
  after: Listing,
): readonly PathChange[] {
  const changed = [...new Set([...before.keys(), ...after.keys()])].filter((path) => {
    const [old, now] = [before.get(path), after.get(path)];
    return old?.blob !== now?.blob || old?.mode !== now?.mode;
  });
  return changed.toSorted().map((path) => ({
    path,
    before: loadFileState(store, before.get(path)),
    after: loadFileState(store, after.get(path)),
  }));
}

function loadFileState(store: ContentStore, file: KeptFile | undefined): FileState {
  if (file === undefined) return null;
  const { mode, blob } = file;
  return { mode, blob, content: store.get(file).toString('base64') };
}
