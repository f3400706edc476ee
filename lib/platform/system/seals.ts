import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Seals } from '#worker/needs/seals.ts';

/** HMAC-SHA-256 by OpenSSL, as 43 characters of base64url. */
export const systemSeals: Seals = {
  make: (text, key) => computeHmac(text, key).toString('base64url'),
  verify(text, seal, key) {
    const given = Buffer.from(seal, 'base64url');
    const made = computeHmac(text, key);
    // Anyone can compute the digest that an empty key makes; a second spelling of one seal is none.
    if (key === '' || given.length !== made.length) return false;
    return timingSafeEqual(given, made) && given.toString('base64url') === seal;
  },
};

function computeHmac(text: string, key: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
