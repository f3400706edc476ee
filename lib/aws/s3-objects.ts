import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
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
import type { Clock } from '#base/needs/clock.ts';

export interface S3Place {
  readonly client: S3Client;
  readonly bucket: string;
  readonly clock: Pick<Clock, 'sleep'>;
}

export interface NewObject {
  readonly key: string;
  readonly bytes: StoredBytes;
  /** Called once for each try, because a stream can be sent only once. */
  readonly body: () => Uint8Array | Readable;
}

/** Stores an object under a free key; `taken` may also mean that an earlier try of ours arrived. */
export function putObjectOnce(place: S3Place, object: NewObject): Promise<'stored' | 'taken'> {
  return retrying(place.clock, async () => {
    const body = object.body();
    const unreadable = new AbortController();
    if (body instanceof Readable) body.once('error', (error) => unreadable.abort(error));
    try {
      const command = putCommand(place.bucket, object, body);
      await place.client.send(command, { abortSignal: unreadable.signal });
      return 'stored';
    } catch (error) {
      if (error instanceof S3ServiceException && statusOf(error) === 412) return 'taken';
      throw error;
    } finally {
      if (body instanceof Readable) body.destroy();
    }
  });
}

/** Reads a whole object and checks it against the digest it was stored with. */
export function getObject(place: S3Place, key: string): Promise<Uint8Array | undefined> {
  return retrying(place.clock, async () => {
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
    const digest = hexOf(head.ChecksumSHA256, `s3://${place.bucket}/${key}`);
    return { sha256: digest, sizeBytes };
  } catch (error) {
    if (error instanceof NotFound) return undefined;
    throw error;
  }
}

/** S3 writes digests in base64. */
export function base64Of(bytes: StoredBytes): string {
  return Buffer.from(bytes.sha256, 'hex').toString('base64');
}

export async function digestOf(chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>) {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  for await (const chunk of chunks) {
    hash.update(chunk);
    sizeBytes += chunk.length;
  }
  return { sha256: sha256.parse(hash.digest('hex')), sizeBytes };
}

function putCommand(
  bucket: string,
  object: NewObject,
  body: Uint8Array | Readable,
): PutObjectCommand {
  return new PutObjectCommand({
    Bucket: bucket,
    Key: object.key,
    Body: body,
    ContentLength: object.bytes.sizeBytes,
    ChecksumAlgorithm: 'SHA256',
    ChecksumSHA256: base64Of(object.bytes),
    IfNoneMatch: '*',
  });
}

function hexOf(base64: string | undefined, place: string) {
  if (base64 !== undefined) return sha256.parse(Buffer.from(base64, 'base64').toString('hex'));
  throw new Error(`${place} has no SHA-256 digest, so Ratchetr did not store it; remove it`);
}

// The SDK repeats a request unless its body is a stream, and never a broken download or a 409,
// which says that another write to the key is under way.
async function retrying<Result>(
  clock: Pick<Clock, 'sleep'>,
  send: () => Promise<Result>,
): Promise<Result> {
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
  const status = statusOf(error);
  return status === undefined || status >= 500 || [408, 409, 429].includes(status);
}

function statusOf(error: unknown): number | undefined {
  return error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
}
