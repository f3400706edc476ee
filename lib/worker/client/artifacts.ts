import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { byteVerbs } from '../rules/protocol/byte-verbs.ts';
import type { ArtifactKey } from '#model/artifact.ts';
import { sha256 } from '#model/ids.ts';
import type {
  ArtifactGrants,
  Artifacts,
  PutOutcome,
  StoredBytes,
  Transfers,
} from '#model/needs/artifacts.ts';
import type { BrokerClient } from './client.ts';

export interface BrokerArtifactsDeps {
  readonly client: BrokerClient;
  readonly transfers: Transfers;
}

/** Artifacts by grants of the broker: the bytes go straight to where they are kept. */
export function createBrokerArtifacts({
  client,
  transfers,
}: BrokerArtifactsDeps): ArtifactGrants & Artifacts {
  const presignPut = (key: ArtifactKey, bytes: StoredBytes, expiresInMs: number) =>
    client.call(byteVerbs.presignPut, { key, bytes, expiresInMs });
  const presignGet = (key: ArtifactKey, expiresInMs: number) =>
    client.call(byteVerbs.presignGet, { key, expiresInMs });
  const put = async (key: ArtifactKey, body: Uint8Array): Promise<PutOutcome> =>
    transfers.upload(await presignPut(key, bytesOf(body), transferMs), body);
  return {
    put,
    // A grant is bound to all of the bytes, so they are read at once.
    putFile: async (key, path) => put(key, await readFile(path)),
    get: async (key) => transfers.download(await presignGet(key, transferMs)),
    describe: (key) => client.call(byteVerbs.describe, { key }),
    presignPut,
    presignGet,
  };
}

const transferMs = 10 * 60_000;

function bytesOf(body: Uint8Array): StoredBytes {
  const digest = createHash('sha256').update(body).digest('hex');
  return { sha256: sha256.parse(digest), sizeBytes: body.length };
}
