import { describe, expect, it } from 'vitest';
import { mergePrices } from '#config/model-prices.ts';
import { listPrices } from '#gateway/rules/spending/list-prices.ts';
import { findPrice } from '#gateway/rules/spending/prices.ts';

const rest = { tiers: [], context: 1_000_000 };

describe('modelPrices', () => {
  it('puts configured prices over the list and leaves the rest of it', () => {
    const own = {
      input: 1.25,
      output: 10,
      cacheRead: 0.125,
      cacheWrite: 1.5,
      cacheWriteHour: 2,
      ...rest,
    };
    const table = mergePrices({ prices: { 'gpt-9': own, 'claude-opus-5-5': own } });
    const price = {
      input: 1_250_000,
      output: 10_000_000,
      cacheRead: 125_000,
      cacheWrite: 1_500_000,
      cacheWriteHour: 2_000_000,
      ...rest,
    };
    expect(table).toEqual({ ...listPrices, 'gpt-9': price, 'claude-opus-5-5': price });
    expect(findPrice('gpt-9', table)).toEqual({ name: 'gpt-9', price });
  });

  it('takes what is not told for dear', () => {
    expect(mergePrices({ prices: { local: { input: 1, output: 2, ...rest } } })['local']).toEqual({
      input: 1_000_000,
      output: 2_000_000,
      cacheRead: 1_000_000,
      cacheWrite: 2_000_000,
      cacheWriteHour: 2_000_000,
      ...rest,
    });
  });

  it('has what long prompts cost, in whichever order it is written, and how long they may be', () => {
    const dear = { above: 200, input: 4, output: 6, cacheRead: 1 };
    const dearest = { above: 900, input: 8, output: 9 };
    const own = { input: 2, output: 3, tiers: [dearest, dear], context: 2_000 };
    const { tiers, context } = mergePrices({ prices: { own } })['own'] ?? rest;
    expect(context).toBe(2_000);
    expect(tiers).toMatchObject([
      { above: 200, input: 4_000_000, cacheRead: 1_000_000, cacheWrite: 8_000_000 },
      { above: 900, input: 8_000_000, cacheRead: 8_000_000, output: 9_000_000 },
    ]);
  });

  it('lets a model of our own cost nothing', () => {
    const table = mergePrices({ prices: { local: { input: 0, output: 0, ...rest } } });
    expect(findPrice('local', table)?.price).toMatchObject({
      input: 0,
      cacheWriteHour: 0,
      output: 0,
    });
  });
});
