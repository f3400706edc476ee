import { describe, expect, it } from 'vitest';
import { affordableOutput, priceTokens } from '#gateway/rules/spending/amounts.ts';
import { listPrices } from '#gateway/rules/spending/list-prices.ts';
import { type ModelPrice, findPrice } from '#gateway/rules/spending/prices.ts';
import { noTokens } from '#gateway/rules/spending/tokens.ts';

const listed = (model: string): ModelPrice => {
  const priced = findPrice(model, listPrices);
  if (priced === undefined) throw new Error(`${model} is not listed`);
  return priced.price;
};
const opus = listed('claude-opus-5-5');

describe('amountOf', () => {
  it('prices each kind of token in micro-dollars', () => {
    const million = {
      input: 1e6,
      cacheRead: 1e6,
      cacheWrite: 1e6,
      cacheWriteHour: 1e6,
      output: 1e6,
    };
    expect(priceTokens(million, opus)).toBe(37_200_000);
    expect(priceTokens({ ...noTokens, input: 2000, cacheRead: 10_000, output: 600 }, opus)).toBe(
      22_000,
    );
  });

  it('counts what is cached towards the length of a prompt, and not the answer', () => {
    const haiku = listed('claude-haiku-5-5');
    const short = { ...noTokens, cacheRead: 60_000, cacheWrite: 40_000, output: 50_000 };
    expect(priceTokens(short, haiku)).toBe(600 + 5_000 + 25_000);
    expect(priceTokens({ ...short, input: 1 }, haiku)).toBe(5 * (600 + 5_000 + 25_000) + 1);
  });

  it('rounds up to a whole number, so nothing used is free', () => {
    expect(priceTokens({ ...noTokens, cacheRead: 1 }, opus)).toBe(1);
    expect(priceTokens(noTokens, opus)).toBe(0);
  });

  it('stays whole at the largest requests', () => {
    const amount = priceTokens({ ...noTokens, input: 1e8, output: 1e7 }, listed('gpt-6-astra'));
    expect(Number.isSafeInteger(amount)).toBe(true);
  });
});

describe('affordableOutput', () => {
  const input = { ...noTokens, input: 1_000 };

  it('is what is left beside the input', () => {
    expect(affordableOutput(24_000, input, opus)).toBe(1_000);
    const output = affordableOutput(23_999, input, opus);
    expect(priceTokens({ ...input, output }, opus)).toBeLessThanOrEqual(23_999);
  });

  it('is less than none where the input alone is too dear', () => {
    expect(affordableOutput(3_999, input, opus)).toBe(-1);
    expect(affordableOutput(4_000, input, opus)).toBe(0);
  });

  it('is without end where answers are free', () => {
    expect(affordableOutput(4_000, input, { ...opus, output: 0 })).toBeGreaterThan(1e12);
  });
});
