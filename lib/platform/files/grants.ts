import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { relative, resolve, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import * as z from 'zod';
import { type ArtifactKey, artifactKey } from '#model/artifact.ts';
import { sha256 } from '#model/ids.ts';
import type { StoredBytes, TransferGrant } from '#model/needs/artifacts.ts';
import type { Clock } from '#base/needs/clock.ts';
import { readWhole, writeOnce } from './write-once.ts';

interface GrantStore {
  readonly root: string;
  readonly clock: Pick<Clock, 'now'>;
}

export interface GrantRequest {
  readonly method: TransferGrant['method'];
  readonly key: ArtifactKey;
  readonly bytes?: StoredBytes;
  readonly expiresInMs: number;
}

export interface OpenedGrant {
  readonly key: ArtifactKey;
  readonly bytes?: StoredBytes | undefined;
}

/** Writes a permission for one transfer, sealed with the key of this root. */
export async function issueGrant(store: GrantStore, request: GrantRequest): Promise<TransferGrant> {
  const path = resolve(store.root, request.key.runId, ...request.key.name.split('/'));
  const unsealed = {
    method: request.method,
    url: pathToFileURL(path).href,
    headers: boundHeaders(request.bytes),
    expiresAt: store.clock.now() + request.expiresInMs,
  };
  const mac = seal(await sealingKey(store.root), unsealed).toString('hex');
  return { ...unsealed, headers: { ...unsealed.headers, [macHeader]: mac } };
}

/** Reads a grant back; throws when it is forged, altered, expired or for the other direction. */
export async function openGrant(
  store: GrantStore,
  grant: TransferGrant,
  method: TransferGrant['method'],
): Promise<OpenedGrant> {
  if (!isSealed(await sealingKey(store.root), grant)) {
    throw new Error('The transfer grant was not issued here, or was altered; ask for a new one');
  }
  if (grant.method !== method) throw new Error(`The transfer grant is for ${grant.method} only`);
  if (store.clock.now() >= grant.expiresAt) {
    const expiry = new Date(grant.expiresAt).toISOString();
    throw new Error(`The transfer grant expired at ${expiry}; ask for a new one`);
  }
  const [runId, ...name] = relative(resolve(store.root), fileURLToPath(grant.url)).split(sep);
  const key = artifactKey.parse({ runId, name: name.join('/') });
  return { key, bytes: boundBytes.optional().parse(method === 'PUT' ? grant.headers : undefined) };
}

const macHeader = 'x-ratchetr-mac';
const digestHeader = 'x-ratchetr-sha256';
const sizeHeader = 'x-ratchetr-size';

const boundBytes = z
  .object({ [digestHeader]: sha256, [sizeHeader]: z.coerce.number() })
  .transform((headers) => ({ sha256: headers[digestHeader], sizeBytes: headers[sizeHeader] }));

function boundHeaders(bytes: StoredBytes | undefined): Record<string, string> {
  if (bytes === undefined) return {};
  return { [digestHeader]: bytes.sha256, [sizeHeader]: String(bytes.sizeBytes) };
}

function isSealed(key: Uint8Array, grant: TransferGrant): boolean {
  const { [macHeader]: mac = '', ...headers } = grant.headers;
  const expected = seal(key, { ...grant, headers });
  const given = Buffer.from(mac, 'hex');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function seal(key: Uint8Array, grant: TransferGrant): Buffer {
  const { method, url, expiresAt, headers } = grant;
  const fields = Object.entries(headers).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return createHmac('sha256', key)
    .update(JSON.stringify([method, url, expiresAt, fields]))
    .digest();
}

// The key lies beside the runs: whoever can read it could write the files just as well.
async function sealingKey(root: string): Promise<Uint8Array> {
  const place = { root, segments: ['.grant-key'] } as const;
  const known = await readWhole(place);
  if (known !== undefined) return known;
  await writeOnce(place, () => [randomBytes(32)], 0o400);
  const made = await readWhole(place);
  if (made === undefined) throw new Error(`${root}/.grant-key cannot be read; remove it`);
  return made;
}
