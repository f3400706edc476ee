import { systemHash } from '#platform/system/hash.ts';
import type { ArtifactKey } from '#model/artifact.ts';
import type {
  ArtifactGrants,
  Artifacts,
  PutOutcome,
  StoredBytes,
  TransferGrant,
  Transfers,
} from '#model/needs/artifacts.ts';
import type { TimeSource } from '#base/needs/clock.ts';

interface Stored extends StoredBytes {
  readonly body: Uint8Array;
}

interface Granted extends TransferGrant {
  readonly key: ArtifactKey;
  /** The only bytes that may be stored. */
  readonly bytes?: StoredBytes;
}

/** Artifacts in memory that keep every promise of the real ones, for tests that need very many stores. */
export function createMemoryArtifacts(clock: TimeSource): ArtifactGrants & Artifacts & Transfers {
  const stored = new Map<string, Stored>();
  const granted = new Map<string, Granted>();
  const find = (key: ArtifactKey) => stored.get(placeOf(key));
  const put = (key: ArtifactKey, body: Uint8Array): PutOutcome => {
    const bytes = bytesOf(body);
    const before = find(key);
    if (before === undefined) {
      stored.set(placeOf(key), { ...bytes, body: body.slice() });
      return { kind: 'stored', ...bytes };
    }
    const isSame = before.sha256 === bytes.sha256;
    return isSame ? { kind: 'exists', ...bytes } : { kind: 'conflict', existing: factsOf(before) };
  };
  const grant = (asked: Pick<Granted, 'bytes' | 'key' | 'method'>, expiresInMs: number) => {
    const url = `memory:${granted.size + 1}`;
    const given = { method: asked.method, url, headers: {}, expiresAt: clock.now() + expiresInMs };
    granted.set(url, { ...given, ...asked });
    return given;
  };
  const open = ({ url }: TransferGrant, method: TransferGrant['method']): Granted => {
    const found = granted.get(url);
    if (found === undefined) throw new Error(`There is no transfer grant ${url}`);
    if (found.method !== method) throw new Error(`The transfer grant is for ${found.method} only`);
    if (found.expiresAt > clock.now()) return found;
    throw new Error(`The transfer grant expired at ${new Date(found.expiresAt).toISOString()}`);
  };
  return {
    put: async (key, body) => put(key, body),
    get: async (key) => find(key)?.body.slice(),
    describe: async (key) => {
      const found = find(key);
      return found && factsOf(found);
    },
    presignPut: async (key, bytes, expiresInMs) =>
      grant({ method: 'PUT', key, bytes }, expiresInMs),
    presignGet: async (key, expiresInMs) => grant({ method: 'GET', key }, expiresInMs),
    upload: async (given, body) => {
      const { key, bytes } = open(given, 'PUT');
      if (bytes?.sha256 === bytesOf(body).sha256) return put(key, body);
      throw new Error(`The transfer grant for ${key.name} is for other bytes than these`);
    },
    download: async (given) => find(open(given, 'GET').key)?.body.slice(),
  };
}

function placeOf({ runId, name }: ArtifactKey): string {
  return `${runId} ${name}`;
}

function bytesOf(body: Uint8Array): StoredBytes {
  return { sha256: systemHash.sha256(body), sizeBytes: body.length };
}

function factsOf({ sha256, sizeBytes }: StoredBytes): StoredBytes {
  return { sha256, sizeBytes };
}
