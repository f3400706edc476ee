import { createReadStream } from 'node:fs';
import type { ArtifactKey } from '#model/artifact.ts';
import type { Artifacts, PutOutcome, StoredBytes } from '#model/needs/artifacts.ts';
import { type ByteSource, type FilePlace, measure, readWhole, writeOnce } from './write-once.ts';

interface FileStore {
  readonly root: string;
}

/** Keeps artifacts as files, `<root>/<run>/<name>`, each written once and never half. */
export function createFileArtifacts(store: FileStore): Artifacts {
  return {
    put: (key, body) => putFrom(store, key, () => [body]),
    putFile: (key, path) => putFrom(store, key, () => createReadStream(path)),
    get: (key) => readWhole(placeOf(store, key)),
    describe: (key) => measure(placeOf(store, key)),
  };
}

async function putFrom(
  store: FileStore,
  key: ArtifactKey,
  source: ByteSource,
): Promise<PutOutcome> {
  const place = placeOf(store, key);
  const written = await writeOnce(place, source);
  if (written.kind === 'stored') return { kind: 'stored', ...written.offered };
  const existing = await measure(place);
  if (existing === undefined) {
    throw new Error(
      `The name ${key.name} of run ${key.runId} is taken by something that is no file`,
    );
  }
  return compare(written.offered, existing);
}

function compare(offered: StoredBytes, existing: StoredBytes): PutOutcome {
  if (offered.sha256 === existing.sha256) return { kind: 'exists', ...existing };
  return { kind: 'conflict', existing };
}

function placeOf(store: FileStore, key: ArtifactKey): FilePlace {
  return { root: store.root, segments: [key.runId, ...key.name.split('/')] };
}
