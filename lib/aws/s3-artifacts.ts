import {
  type S3Client,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { ArtifactKey } from '#model/artifact.ts';
import type {
  ArtifactGrants,
  Artifacts,
  PutOutcome,
  StoredBytes,
  TransferGrant,
} from '#model/needs/artifacts.ts';
import type { Clock } from '#base/needs/clock.ts';
import {
  digestBody,
  getObject,
  headObject,
  type NewObject,
  putObjectOnce,
  toBase64,
} from './s3-objects.ts';

export interface S3Services {
  readonly client: S3Client;
  readonly bucket: string;
  readonly clock: Clock;
}

/** Keeps artifacts in S3 as `runs/<run>/<name>`, each written once and verified by S3. */
export function createS3Artifacts(s3: S3Services): ArtifactGrants & Artifacts {
  return {
    put: (key, body) => putOnce(s3, { key: artifactPath(key), bytes: digestBody(body), body }),
    get: (key) => getObject(s3, artifactPath(key)),
    describe: (key) => headObject(s3, artifactPath(key)),
    presignPut: (key, bytes, expiresInMs) =>
      presignPut(s3, { key: artifactPath(key), bytes, expiresInMs }),
    presignGet: (key, expiresInMs) => presignGet(s3, { key: artifactPath(key), expiresInMs }),
  };
}

async function putOnce(s3: S3Services, object: NewObject): Promise<PutOutcome> {
  const outcome = await putObjectOnce(s3, object);
  if (outcome === 'stored') return { kind: 'stored', ...object.bytes };
  const existing = await headObject(s3, object.key);
  if (existing === undefined) {
    throw new Error(`s3://${s3.bucket}/${object.key} was taken and then removed; put it again`);
  }
  if (existing.sha256 === object.bytes.sha256) return { kind: 'exists', ...existing };
  return { kind: 'conflict', existing };
}

function artifactPath(key: ArtifactKey): string {
  return `runs/${key.runId}/${key.name}`;
}

interface Transfer {
  readonly key: string;
  readonly expiresInMs: number;
}

/**
 * Signs an upload of exactly these bytes to a free key. The fragment of the URL, which no client sends, is a
 * signed HEAD of the same key: with it the holder can tell `exists` from `conflict` after a 412.
 */
async function presignPut(
  s3: S3Services,
  transfer: Transfer & { readonly bytes: StoredBytes },
): Promise<TransferGrant> {
  const headers = uploadHeaders(transfer.bytes);
  const put = new PutObjectCommand({
    ...toTarget(s3, transfer),
    ContentLength: transfer.bytes.sizeBytes,
    ChecksumAlgorithm: 'SHA256',
    ChecksumSHA256: toBase64(transfer.bytes),
    IfNoneMatch: '*',
  });
  const head = new HeadObjectCommand({ ...toTarget(s3, transfer), ChecksumMode: 'ENABLED' });
  const validity = toValidity(s3, transfer);
  const url = await sign(s3, put, { ...validity, names: Object.keys(headers) });
  const headUrl = await sign(s3, head, { ...validity, names: ['x-amz-checksum-mode'] });
  const { expiresAt } = validity;
  return { method: 'PUT', url: `${url}#${encodeURIComponent(headUrl)}`, headers, expiresAt };
}

/** Signs a download. */
async function presignGet(s3: S3Services, transfer: Transfer): Promise<TransferGrant> {
  const validity = toValidity(s3, transfer);
  const get = new GetObjectCommand(toTarget(s3, transfer));
  const url = await sign(s3, get, { ...validity, names: [] });
  return { method: 'GET', url, headers: {}, expiresAt: validity.expiresAt };
}

function uploadHeaders(bytes: StoredBytes): Record<string, string> {
  return {
    'content-length': String(bytes.sizeBytes),
    'if-none-match': '*',
    'x-amz-checksum-sha256': toBase64(bytes),
    'x-amz-sdk-checksum-algorithm': 'SHA256',
  };
}

interface Validity {
  readonly signingDate: Date;
  readonly expiresIn: number;
  readonly expiresAt: number;
}

// A signature counts in whole seconds from the second it was made in.
function toValidity(s3: S3Services, { expiresInMs }: Transfer): Validity {
  const signedAt = Math.floor(s3.clock.now() / 1_000) * 1_000;
  const expiresIn = Math.max(1, Math.floor(expiresInMs / 1_000));
  return { signingDate: new Date(signedAt), expiresIn, expiresAt: signedAt + expiresIn * 1_000 };
}

// Headers that stay in the query bind nothing the holder sends; signed as headers they must be sent as they are.
function sign(
  s3: S3Services,
  command: GetObjectCommand | HeadObjectCommand | PutObjectCommand,
  options: Validity & { readonly names: readonly string[] },
): Promise<string> {
  const { signingDate, expiresIn, names } = options;
  const unhoistableHeaders = new Set(names);
  return getSignedUrl(s3.client, command, { signingDate, expiresIn, unhoistableHeaders });
}

function toTarget(s3: S3Services, transfer: Transfer) {
  return { Bucket: s3.bucket, Key: transfer.key };
}
