import { createHmac } from 'node:crypto';
import { Webhooks } from '@octokit/webhooks';
import { describe, expect, it } from 'vitest';
import { systemSignatures } from '#platform/system/signatures.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('systemSignatures', () => {
  // Secret, body and signature as GitHub's own documentation has them.
  const secret = "It's a Secret to Everybody";
  const body = bytes('Hello, World!');
  const signature = 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17';

  it('knows a right signature', () => {
    expect(systemSignatures.verify(body, signature, secret)).toBe(true);
  });

  it('knows a forged one', () => {
    const forged = `${signature.slice(0, -1)}0`;
    expect(systemSignatures.verify(body, forged, secret)).toBe(false);
    expect(systemSignatures.verify(body, signature, `${secret}!`)).toBe(false);
    expect(systemSignatures.verify(bytes('Hello, World'), signature, secret)).toBe(false);
  });

  it('takes no other form, and no empty secret', () => {
    const digits = signature.slice('sha256='.length);
    const others = ['', 'sha256=', digits, `sha1=${digits}`, `sha256=${digits.slice(2)}`];
    const odd = [`${signature}00`, `${signature}\n`, `sha256=${'z'.repeat(64)}`, ` ${signature}`];
    for (const other of [...others, ...odd]) {
      expect(systemSignatures.verify(body, other, secret)).toBe(false);
    }
    const empty = 'sha256=b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad';
    expect(systemSignatures.verify(bytes(''), empty, '')).toBe(false);
  });

  it('reads bytes, not text', () => {
    const odd = Uint8Array.from([0xff, 0xfe, 0x00, 0x80]);
    const made = `sha256=${createHmac('sha256', secret).update(odd).digest('hex')}`;
    expect(systemSignatures.verify(odd, made, secret)).toBe(true);
    const mended = bytes(new TextDecoder().decode(odd));
    expect(systemSignatures.verify(mended, made, secret)).toBe(false);
  });

  it("agrees with the forge's own library", async () => {
    const text = '{"zen":"Größe ist nicht alles ✓"}';
    const made = await new Webhooks({ secret }).sign(text);
    expect(systemSignatures.verify(bytes(text), made, secret)).toBe(true);
  });
});
