import { describe, expect, it } from 'vitest';
import { systemSeals } from '#platform/system/seals.ts';

const key = 'Jefe';
const text = 'what do ya want for nothing?';
/** RFC 4231, case 2. */
const known = '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843';

describe('a seal', () => {
  it('is HMAC-SHA-256 in base64url', () => {
    const seal = systemSeals.make(text, key);
    expect(Buffer.from(seal, 'base64url').toString('hex')).toBe(known);
    expect(seal).toMatch(/^[A-Za-z0-9_-]{43}$/);
  });

  it('holds for its text and key alone', () => {
    const seal = systemSeals.make(text, key);
    expect(systemSeals.verify(text, seal, key)).toBe(true);
    expect(systemSeals.verify(`${text} `, seal, key)).toBe(false);
    expect(systemSeals.verify(text, seal, 'Jeff')).toBe(false);
    for (let at = 0; at < seal.length; at += 1) {
      const changed = seal[at] === 'A' ? 'B' : 'A';
      const forged = seal.slice(0, at) + changed + seal.slice(at + 1);
      expect(systemSeals.verify(text, forged, key)).toBe(false);
    }
  });

  it('has one spelling', () => {
    const seal = systemSeals.make(text, key);
    for (const other of [`${seal}=`, `${seal} `, `${seal}\n`, seal.replaceAll('_', '/'), '']) {
      expect({ other, held: systemSeals.verify(text, other, key) }).toEqual({
        other,
        held: other === seal,
      });
    }
    // The last character has two bits that say nothing.
    const last = seal.at(-1) ?? '';
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const twin = alphabet[alphabet.indexOf(last) ^ 1] ?? '';
    expect(systemSeals.verify(text, seal.slice(0, -1) + twin, key)).toBe(false);
  });

  it('holds for no empty key, whose seals everybody can make', () => {
    expect(systemSeals.verify(text, systemSeals.make(text, ''), '')).toBe(false);
  });
});
