import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  applyCacheMode,
  estimateBrokenOff,
  type CacheMode,
  likelyInput,
  mostInput,
  usualInput,
} from '#gateway/rules/spending/estimates.ts';
import { noTokens, promptTokens } from '#gateway/rules/spending/tokens.ts';

const context = 1_000_000;
const size = { bytes: 1_000, images: 0, documents: 0, cache: 'short' as CacheMode };

describe('mostInput', () => {
  it.each([
    ['none', { ...noTokens, input: 500 }],
    ['short', { ...noTokens, cacheWrite: 500 }],
    ['long', { ...noTokens, cacheWriteHour: 500 }],
  ] as const)('counts all of it as dense, at the price of the cache %s', (cache, tokens) => {
    expect(mostInput({ ...size, cache }, context)).toEqual(tokens);
  });

  it('is never more than a model reads', () => {
    expect(promptTokens(mostInput({ ...size, bytes: 1e9 }, context))).toBe(context);
  });

  it('counts an image by what the largest comes to, and a document as all that a model reads', () => {
    expect(promptTokens(mostInput({ ...size, images: 2 }, context))).toBe(20_500);
    expect(promptTokens(mostInput({ ...size, documents: 1 }, context))).toBe(context);
  });
});

describe('likelyInput', () => {
  const tokens = { ...noTokens, input: 5, cacheRead: 100, cacheWrite: 145, output: 9 };
  const billed = { size, tokens, at: 1_000 };
  const grown = { ...size, bytes: 1_400 };
  const at = (now: number) => ({ context, billed, now });

  it('is what the last answer was billed for, and what is new since then', () => {
    expect(likelyInput(grown, at(2_000))).toEqual({ ...noTokens, cacheRead: 245, cacheWrite: 205 });
  });

  it('reads nothing from a cache that is lost, or that the request does not use', () => {
    expect(likelyInput(grown, at(400_000))).toEqual({ ...noTokens, cacheWrite: 450 });
    expect(likelyInput({ ...grown, cache: 'none' }, at(2_000))).toEqual({
      ...noTokens,
      input: 450,
    });
    const hour = { ...billed, tokens: { ...noTokens, cacheWriteHour: 250 } };
    expect(likelyInput(grown, { context, billed: hour, now: 400_000 }).cacheRead).toBe(250);
  });

  it.each([
    ['shorter', { ...size, bytes: 900 }],
    ['with a new document', { ...grown, documents: 1 }],
  ])('is the most of a request that is another one: %s', (_, other) => {
    expect(likelyInput(other, at(2_000))).toEqual(mostInput(other, context));
  });

  it('is never more than a model reads', () => {
    const counts = { bytes: fc.nat(1e8), images: fc.nat(50), now: fc.nat(1e7) };
    fc.assert(
      fc.property(fc.record(counts), ({ bytes, images, now }) => {
        const likely = likelyInput({ ...size, bytes, images }, { context: 5_000, billed, now });
        expect(promptTokens(likely)).toBeLessThanOrEqual(5_000);
        for (const kind of Object.values(likely)) expect(kind).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});

describe('usualInput', () => {
  it('is half of the most for plain text', () => {
    expect(usualInput(size, context)).toEqual({ ...noTokens, cacheWrite: 250 });
  });
});

describe('brokenOff', () => {
  const input = mostInput(size, context);

  it('counts what was said as input, and guesses the output from bytes or time', () => {
    const said = { ...noTokens, input: 120, output: 1 };
    const glimpse = { said, bytes: 1_600, streamed: true, milliseconds: 200 };
    expect(estimateBrokenOff(input, glimpse, 400)).toEqual({ ...said, output: 100 });
    expect(estimateBrokenOff(input, { ...glimpse, streamed: false }, 400).output).toBe(400);
    expect(estimateBrokenOff(input, { ...glimpse, milliseconds: 3_000 }, 400).output).toBe(300);
  });

  it('takes what was expected for input where nothing was said', () => {
    const glimpse = { said: noTokens, bytes: 0, streamed: true, milliseconds: 0 };
    expect(estimateBrokenOff(input, glimpse, 400)).toEqual(input);
  });

  it('never guesses more than was asked for, nor less than was said', () => {
    const counts = { bytes: fc.nat(1e7), milliseconds: fc.nat(1e7), output: fc.nat(400) };
    fc.assert(
      fc.property(fc.record(counts), ({ bytes, milliseconds, output }) => {
        const said = { ...noTokens, output };
        const guess = estimateBrokenOff(input, { said, bytes, streamed: true, milliseconds }, 400);
        expect(guess.output).toBeLessThanOrEqual(400);
        expect(guess.output).toBeGreaterThanOrEqual(output);
      }),
    );
  });
});

describe('asDeclared', () => {
  it('counts what was stored as what the request wanted', () => {
    const tokens = { ...noTokens, cacheWrite: 7 };
    expect(applyCacheMode(tokens, 'short')).toEqual(tokens);
    expect(applyCacheMode(tokens, 'long')).toEqual({ ...noTokens, cacheWriteHour: 7 });
    const told = { ...tokens, cacheWriteHour: 3 };
    expect(applyCacheMode(told, 'long')).toEqual(told);
  });
});
