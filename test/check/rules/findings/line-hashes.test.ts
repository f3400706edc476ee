import { describe, expect, it } from 'vitest';
import { shortHash } from '#base/hash.ts';
import { hashLine, hashLines } from '#check/rules/findings/line-hashes.ts';
import { hash } from './project.ts';

describe('shortHash', () => {
  it.each(['', 'abc', 'import os', 'naïve 😀'])('is the first 60 bits of %o in base32', (text) => {
    const bits = BigInt(`0x${hash(text)}`) >> 196n;
    const digits = bits.toString(32).padStart(12, '0');
    const base32 = Array.from(
      digits,
      (digit) => 'abcdefghijklmnopqrstuvwxyz234567'[Number.parseInt(digit, 32)],
    );
    expect(shortHash(hash, text)).toBe(base32.join(''));
  });
});

describe('hashLine', () => {
  it.each([
    ['  x = 1', 'x=1'],
    ['x\t=\u00a01\r', 'x = 1'],
    ['# cafe\u0301', '# café'],
  ])('sees no difference between %o and %o', (a, b) => {
    expect(hashLine(hash, a)).toBe(hashLine(hash, b));
  });

  it('sees the case and the numbers of code', () => {
    expect(new Set(['x = 1', 'X = 1', 'x = 2'].map((text) => hashLine(hash, text))).size).toBe(3);
  });
});

describe('hashLines', () => {
  it('looks for the context beyond blank lines', () => {
    const near = hashLines(hash, ['a', 'b', 'c']);
    const far = hashLines(hash, ['a', '', '  ', 'b', '\t', 'c']);
    expect(far.context(4)).toBe(near.context(2));
  });

  it.each([
    ['the line before', ['x', 'b', 'c']],
    ['the line itself', ['a', 'x', 'c']],
    ['the line after', ['a', 'b', 'x']],
    ['nothing before', ['', 'b', 'c']],
  ])('gives another context for %s', (_, lines) => {
    expect(hashLines(hash, lines).context(2)).not.toBe(hashLines(hash, ['a', 'b', 'c']).context(2));
  });

  it('hashes each line once', () => {
    let calls = 0;
    const counting = (text: string) => {
      calls += 1;
      return hash(text);
    };
    const lines = hashLines(counting, ['a', 'b', 'c']);
    for (let round = 0; round < 5; round += 1) for (const line of [1, 2, 3]) lines.context(line);
    expect(calls).toBe(6);
  });

  it('does not search an endless run of blank lines', () => {
    const blank = Array.from({ length: 60_000 }, () => '');
    const lines = hashLines(hash, ['a', ...blank, 'b']);
    expect(lines.context(30_000)).toBe(hashLines(hash, ['']).context(1));
  });
});
