import { hash } from 'node:crypto';
import { sha, type Sha } from '#model/ids.ts';

export type BlobHash = 'sha1' | 'sha256';

/** The id that git gives to these bytes. */
export function gitBlobId(bytes: Uint8Array, algorithm: BlobHash = 'sha1'): Sha {
  const head = Buffer.from(`blob ${bytes.length}\0`);
  return sha.parse(hash(algorithm, Buffer.concat([head, bytes])));
}
