import { describe, expect, it } from 'vitest';
import { modelPrices } from '#config/model-prices.ts';
import { listPrices, priceOf } from '#domain/spending/prices.ts';

describe('modelPrices', () => {
  it('puts configured prices over the list and leaves the rest of it', () => {
    const own = { input: 1.25, output: 10, cacheRead: 0.125, cacheWrite: 1.5, cacheWriteHour: 2 };
    const table = modelPrices({ prices: { 'gpt-9': own, 'claude-opus-5-5': own } });
    const price = {
      input: 1_250_000,
      output: 10_000_000,
      cacheRead: 125_000,
      cacheWrite: 1_500_000,
      cacheWriteHour: 2_000_000,
    };
    expect(table).toEqual({ ...listPrices, 'gpt-9': price, 'claude-opus-5-5': price });
    expect(priceOf('gpt-9', table)).toEqual({ name: 'gpt-9', price });
  });

  it('takes what is not told for dear', () => {
    expect(modelPrices({ prices: { local: { input: 1, output: 2 } } })['local']).toEqual({
      input: 1_000_000,
      output: 2_000_000,
      cacheRead: 1_000_000,
      cacheWrite: 2_000_000,
      cacheWriteHour: 2_000_000,
    });
  });

  it('lets a model of our own cost nothing', () => {
    const table = modelPrices({ prices: { local: { input: 0, output: 0 } } });
    expect(priceOf('local', table).price).toMatchObject({ input: 0, cacheWriteHour: 0, output: 0 });
  });
});
