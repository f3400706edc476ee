import {
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { StoredBytes, TransferGrant } from '#model/needs/artifacts.ts';
import type { Clock } from '#base/needs/clock.ts';
import { base64Of } from './s3-objects.ts';

interface SigningDeps {
  readonly client: S3Client;
  readonly bucket: string;
  readonly clock: Pick<Clock, 'now'>;
}

interface Transfer {
  readonly key: string;
  readonly expiresInMs: number;
}

/**
 * Signs an upload of exactly these bytes to a free key. The fragment of the URL, which no client sends, is a
 * signed HEAD of the same key: with it the holder can tell `exists` from `conflict` after a 412.
 */
export async function presignPut(
  deps: SigningDeps,
  transfer: Transfer & { readonly bytes: StoredBytes },
): Promise<TransferGrant> {
  const headers = uploadHeaders(transfer.bytes);
  const put = new PutObjectCommand({
    ...target(deps, transfer),
    ContentLength: transfer.bytes.sizeBytes,
    ChecksumAlgorithm: 'SHA256',
    ChecksumSHA256: base64Of(transfer.bytes),
    IfNoneMatch: '*',
  });
  const head = new HeadObjectCommand({ ...target(deps, transfer), ChecksumMode: 'ENABLED' });
  const validity = validityOf(deps, transfer);
  const url = await sign(deps, put, { ...validity, names: Object.keys(headers) });
  const headUrl = await sign(deps, head, { ...validity, names: ['x-amz-checksum-mode'] });
  const { expiresAt } = validity;
  return { method: 'PUT', url: `${url}#${encodeURIComponent(headUrl)}`, headers, expiresAt };
}

/** Signs a download. */
export async function presignGet(deps: SigningDeps, transfer: Transfer): Promise<TransferGrant> {
  const validity = validityOf(deps, transfer);
  const get = new GetObjectCommand(target(deps, transfer));
  const url = await sign(deps, get, { ...validity, names: [] });
  return { method: 'GET', url, headers: {}, expiresAt: validity.expiresAt };
}

function uploadHeaders(bytes: StoredBytes): Record<string, string> {
  return {
    'content-length': String(bytes.sizeBytes),
    'if-none-match': '*',
    'x-amz-checksum-sha256': base64Of(bytes),
    'x-amz-sdk-checksum-algorithm': 'SHA256',
  };
}

interface Validity {
  readonly signingDate: Date;
  readonly expiresIn: number;
  readonly expiresAt: number;
}

// A signature counts in whole seconds from the second it was made in.
function validityOf(deps: SigningDeps, { expiresInMs }: Transfer): Validity {
  const signedAt = Math.floor(deps.clock.now() / 1_000) * 1_000;
  const expiresIn = Math.max(1, Math.floor(expiresInMs / 1_000));
  return { signingDate: new Date(signedAt), expiresIn, expiresAt: signedAt + expiresIn * 1_000 };
}

// Headers that stay in the query bind nothing the holder sends; signed as headers they must be sent as they are.
function sign(
  deps: SigningDeps,
  command: GetObjectCommand | HeadObjectCommand | PutObjectCommand,
  options: Validity & { readonly names: readonly string[] },
): Promise<string> {
  const { signingDate, expiresIn, names } = options;
  const unhoistableHeaders = new Set(names);
  return getSignedUrl(deps.client, command, { signingDate, expiresIn, unhoistableHeaders });
}

function target(deps: SigningDeps, transfer: Transfer) {
  return { Bucket: deps.bucket, Key: transfer.key };
}
