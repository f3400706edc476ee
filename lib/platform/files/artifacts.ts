import { constants } from 'node:fs';
import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, link, open, unlink } from 'node:fs/promises';
import type { ArtifactKey } from '#model/artifact.ts';
import type { Artifacts, PutOutcome, StoredBytes } from '#model/needs/artifacts.ts';
import { sha256 } from '#model/ids.ts';
import {
  toSystemError,
  type Folder,
  entryPath,
  openRegularFile,
  withOpenFolder,
} from './folder.ts';

interface FileStore {
  readonly root: string;
}

/** Keeps artifacts as files, `<root>/<run>/<name>`, each written once and never half. */
export function createFileArtifacts(store: FileStore): Artifacts {
  return {
    put: (key, body) => putArtifactFile(store, key, body),
    get: (key) => readArtifactFile(locateArtifact(store, key)),
    describe: (key) => measure(locateArtifact(store, key)),
  };
}

async function putArtifactFile(
  store: FileStore,
  key: ArtifactKey,
  body: Uint8Array,
): Promise<PutOutcome> {
  const location = locateArtifact(store, key);
  const written = await writeOnce(location, body);
  if (written.kind === 'stored') return { kind: 'stored', ...written.offered };
  const existing = await measure(location);
  if (existing === undefined) {
    throw new Error(
      `The name ${key.name} of run ${key.runId} is taken by something that is no file`,
    );
  }
  return compareBytes(written.offered, existing);
}

function compareBytes(offered: StoredBytes, existing: StoredBytes): PutOutcome {
  if (offered.sha256 === existing.sha256) return { kind: 'exists', ...existing };
  return { kind: 'conflict', existing };
}

function locateArtifact(store: FileStore, key: ArtifactKey): ArtifactFileLocation {
  return { root: store.root, segments: [key.runId, ...key.name.split('/')] };
}

interface ArtifactFileLocation {
  readonly root: string;
  /** Path below the root. */
  readonly segments: readonly [string, ...string[]];
}

interface WriteOnceResult {
  readonly kind: 'stored' | 'taken';
  readonly offered: StoredBytes;
}

/** Writes a whole file under a free name or nothing at all, even if another writer tries the same name. */
async function writeOnce(
  location: ArtifactFileLocation,
  body: Uint8Array,
): Promise<WriteOnceResult> {
  const incoming = { root: location.root, segments: [incomingFolder], make: true };
  const written = await withOpenFolder(incoming, async (folder) => {
    const name = randomUUID();
    try {
      const offered = await writeDurably(entryPath(folder, name), body);
      const kind = await makeVisible(location, entryPath(folder, name));
      return { kind, offered } as const;
    } finally {
      await unlink(entryPath(folder, name)).catch(ignoreMissing);
    }
  });
  if (written === undefined) throw new Error(`${location.root} vanished while it was written to`);
  return written;
}

/** Reads a file below the root to its end. */
async function readArtifactFile(location: ArtifactFileLocation): Promise<Uint8Array | undefined> {
  return withArtifactFile(location, (handle) => handle.readFile());
}

/** Measures a file below the root without holding it in memory. */
async function measure(location: ArtifactFileLocation): Promise<StoredBytes | undefined> {
  return withArtifactFile(location, (handle) =>
    digestChunks(handle.createReadStream({ autoClose: false })),
  );
}

// No run has such a name, so no artifact can stand there.
const incomingFolder = '.incoming';

async function writeDurably(path: string, body: Uint8Array): Promise<StoredBytes> {
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL;
  const handle = await open(path, flags, 0o444);
  try {
    await handle.writeFile(body);
    await handle.sync();
    return await digestChunks([body]);
  } finally {
    await handle.close();
  }
}

// A hard link either makes the complete file visible or fails because the name is taken; rename would replace.
async function makeVisible(
  location: ArtifactFileLocation,
  written: string,
): Promise<WriteOnceResult['kind']> {
  const { above, name } = splitLocation(location);
  const outcome = await withOpenFolder(
    { root: location.root, segments: above, make: true },
    (folder) => linkInto(folder, written, name),
  );
  return outcome ?? 'taken';
}

async function linkInto(
  folder: Folder,
  written: string,
  name: string,
): Promise<WriteOnceResult['kind']> {
  const error = await link(written, entryPath(folder, name)).catch(toSystemError);
  if (error === undefined) {
    await folder.handle.sync();
    return 'stored';
  }
  if (error.code === 'EEXIST') return 'taken';
  throw error;
}

async function withArtifactFile<Result>(
  location: ArtifactFileLocation,
  use: (handle: FileHandle) => Promise<Result>,
): Promise<Result | undefined> {
  const { above, name } = splitLocation(location);
  return withOpenFolder({ root: location.root, segments: above, make: false }, async (folder) => {
    const handle = await openRegularFile(folder, name);
    if (handle === undefined) return undefined;
    try {
      return await use(handle);
    } finally {
      await handle.close();
    }
  });
}

async function digestChunks(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<StoredBytes> {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  for await (const chunk of chunks) {
    hash.update(chunk);
    sizeBytes += chunk.length;
  }
  return { sha256: sha256.parse(hash.digest('hex')), sizeBytes };
}

function splitLocation(location: ArtifactFileLocation): {
  readonly above: readonly string[];
  readonly name: string;
} {
  const [name = '', ...reversed] = location.segments.toReversed();
  return { above: reversed.toReversed(), name };
}

function ignoreMissing(error: unknown): void {
  if (toSystemError(error).code !== 'ENOENT') throw error;
}
