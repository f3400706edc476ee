import { createHash } from 'node:crypto';
import {
  GetObjectCommand,
  HeadObjectCommand,
  NoSuchKey,
  NotFound,
  PutObjectCommand,
  type S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { sha256 } from '#model/ids.ts';
import type { StoredBytes } from '#model/needs/artifacts.ts';
import type { Timer } from '#base/needs/clock.ts';

export interface S3Place {
  readonly client: S3Client;
  readonly bucket: string;
  readonly clock: Timer;
}

export interface NewObject {
  readonly key: string;
  readonly bytes: StoredBytes;
  readonly body: Uint8Array;
}

/** Stores an object under a free key; `taken` may also mean that an earlier try of ours arrived. */
export function putObjectOnce(place: S3Place, object: NewObject): Promise<'stored' | 'taken'> {
  return withRetries(place.clock, async () => {
    try {
      await place.client.send(putCommand(place.bucket, object));
      return 'stored';
    } catch (error) {
      if (error instanceof S3ServiceException && httpStatus(error) === 412) return 'taken';
      throw error;
    }
  });
}

/** Reads a whole object and checks it against the digest it was stored with. */
export function getObject(place: S3Place, key: string): Promise<Uint8Array | undefined> {
  return withRetries(place.clock, async () => {
    try {
      const input = { Bucket: place.bucket, Key: key, ChecksumMode: 'ENABLED' } as const;
      const { Body } = await place.client.send(new GetObjectCommand(input));
      return await Body?.transformToByteArray();
    } catch (error) {
      if (error instanceof NoSuchKey) return undefined;
      throw error;
    }
  });
}

/** Asks for digest and size; needs leave to list the bucket, else S3 refuses where nothing is. */
export async function headObject(place: S3Place, key: string): Promise<StoredBytes | undefined> {
  try {
    const input = { Bucket: place.bucket, Key: key, ChecksumMode: 'ENABLED' } as const;
    const head = await place.client.send(new HeadObjectCommand(input));
    const sizeBytes = head.ContentLength ?? 0;
    const digest = requireDigest(head.ChecksumSHA256, `s3://${place.bucket}/${key}`);
    return { sha256: digest, sizeBytes };
  } catch (error) {
    if (error instanceof NotFound) return undefined;
    throw error;
  }
}

/** S3 writes digests in base64. */
export function toBase64(bytes: StoredBytes): string {
  return Buffer.from(bytes.sha256, 'hex').toString('base64');
}

export function digestBody(body: Uint8Array): StoredBytes {
  const digest = createHash('sha256').update(body).digest('hex');
  return { sha256: sha256.parse(digest), sizeBytes: body.length };
}

function putCommand(bucket: string, object: NewObject): PutObjectCommand {
  return new PutObjectCommand({
    Bucket: bucket,
    Key: object.key,
    Body: object.body,
    ContentLength: object.bytes.sizeBytes,
    ChecksumAlgorithm: 'SHA256',
    ChecksumSHA256: toBase64(object.bytes),
    IfNoneMatch: '*',
  });
}

function requireDigest(base64: string | undefined, place: string) {
  if (base64 !== undefined) return sha256.parse(Buffer.from(base64, 'base64').toString('hex'));
  throw new Error(`${place} has no SHA-256 digest, so Ratchetr did not store it; remove it`);
}

// The SDK never repeats a broken download or a 409, which says that another write to the key is under way.
async function withRetries<Result>(clock: Timer, send: () => Promise<Result>): Promise<Result> {
  for (const pauseMs of [250, 1_000]) {
    try {
      return await send();
    } catch (error) {
      if (!isPassing(error)) throw error;
      await clock.sleep(pauseMs);
    }
  }
  return send();
}

function isPassing(error: unknown): boolean {
  const status = httpStatus(error);
  return status === undefined || status >= 500 || [408, 409, 429].includes(status);
}

function httpStatus(error: unknown): number | undefined {
  return error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
}
