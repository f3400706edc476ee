import { describe, expect, it } from 'vitest';
import { systemHash } from '#platform/system/hash.ts';

describe('systemHash', () => {
  it('digests bytes and the UTF-8 of texts alike', () => {
    const empty = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
    const abc = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
    expect(systemHash.sha256('')).toBe(empty);
    expect(systemHash.sha256('abc')).toBe(abc);
    expect(systemHash.sha256(new TextEncoder().encode('é'))).toBe(systemHash.sha256('é'));
  });
});
