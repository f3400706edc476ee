import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amountOf, unfinishedTokens, worstTokens } from '#domain/spending/amounts.ts';
import { ceiling, listPrices, priceOf } from '#domain/spending/prices.ts';
import { noTokens } from '#domain/spending/tokens.ts';

const { price: opus } = priceOf('claude-opus-5-5', listPrices);

describe('amountOf', () => {
  it('prices each kind of token in micro-dollars', () => {
    const million = {
      input: 1e6,
      cacheRead: 1e6,
      cacheWrite: 1e6,
      cacheWriteHour: 1e6,
      output: 1e6,
    };
    expect(amountOf(million, opus)).toBe(37_200_000);
    expect(amountOf({ ...noTokens, input: 2000, cacheRead: 10_000, output: 600 }, opus)).toBe(
      22_000,
    );
  });

  it('rounds up to a whole number, so nothing used is free', () => {
    expect(amountOf({ ...noTokens, cacheRead: 1 }, opus)).toBe(1);
    expect(amountOf(noTokens, opus)).toBe(0);
  });

  it('stays whole at the largest requests', () => {
    const amount = amountOf({ ...noTokens, input: 1e8, output: 1e7 }, ceiling);
    expect(Number.isSafeInteger(amount)).toBe(true);
  });
});

describe('unfinishedTokens', () => {
  const size = { bytes: 1000, outputTokens: 400 };

  it('counts what was said as input, and guesses the output from bytes and time', () => {
    const said = { ...noTokens, input: 120, output: 1 };
    const guess = unfinishedTokens(size, { said, bytes: 100, milliseconds: 200 });
    expect(guess).toEqual({ ...said, output: 50 + 100 });
  });

  it('takes all of the request for input where nothing was said', () => {
    const guess = unfinishedTokens(size, { said: noTokens, bytes: 100, milliseconds: 0 });
    expect(guess).toEqual({ ...noTokens, cacheWriteHour: 500, output: 50 });
  });

  it('never guesses more than the reservation, nor less than was said', () => {
    const counts = { bytes: fc.nat(1e7), milliseconds: fc.nat(1e7), output: fc.nat(400) };
    fc.assert(
      fc.property(fc.record(counts), ({ bytes, milliseconds, output }) => {
        const said = { ...noTokens, output };
        const guess = unfinishedTokens(size, { said, bytes, milliseconds });
        expect(amountOf(guess, opus)).toBeLessThanOrEqual(amountOf(worstTokens(size), opus));
        expect(guess.output).toBeGreaterThanOrEqual(output);
      }),
    );
  });
});
