import { hash } from 'node:crypto';
import { sha256 } from '#model/ids.ts';
import type { Hash } from '#model/needs/hash.ts';

/** Digests by OpenSSL, as it comes with Node. */
export const systemHash: Hash = {
  sha256: (bytes) => sha256.parse(hash('sha256', bytes)),
  hex: (text) => hash('sha256', text),
};
