import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Signatures } from '#ratchet/needs/signatures.ts';

const form = /^sha256=([0-9a-f]{64})$/;

/** HMAC-SHA-256 by OpenSSL, in the form that GitHub sends: `sha256=` and 64 lower-case hex digits. */
export const systemSignatures: Signatures = {
  verify(body, signature, secret) {
    const given = form.exec(signature)?.[1];
    // Anyone can compute the digest that an empty secret makes.
    if (given === undefined || secret === '') return false;
    const made = createHmac('sha256', secret).update(body).digest();
    return timingSafeEqual(made, Buffer.from(given, 'hex'));
  },
};
