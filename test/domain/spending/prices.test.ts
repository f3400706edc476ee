import { describe, expect, it } from 'vitest';
import { ceiling, listPrices, priceOf } from '#domain/spending/prices.ts';

describe('priceOf', () => {
  it('knows a model with and without its date', () => {
    const price = listPrices['claude-haiku-5-5'];
    expect(priceOf('claude-haiku-5-5', listPrices)).toEqual({ name: 'claude-haiku-5-5', price });
    expect(priceOf('claude-haiku-5-5-20261001', listPrices).price).toEqual(price);
  });

  it.each(['opus', 'claude-haiku-5-5-fast', 'gpt-9', '', '__proto__', 'constructor'])(
    'takes %j for as dear as can be',
    (model) => {
      expect(priceOf(model, listPrices)).toEqual({ name: 'unknown', price: ceiling });
    },
  );

  it('prefers the price of the full name', () => {
    const dated = { ...ceiling, input: 1 };
    const table = { ...listPrices, 'claude-haiku-5-5-20261001': dated };
    expect(priceOf('claude-haiku-5-5-20261001', table).price).toEqual(dated);
    expect(priceOf('claude-haiku-5-5-20261002', table).name).toBe('claude-haiku-5-5');
  });

  it('has a ceiling above every listed price', () => {
    for (const price of Object.values(listPrices)) {
      expect(ceiling.input).toBeGreaterThanOrEqual(price.input);
      expect(ceiling.cacheRead).toBeGreaterThanOrEqual(price.input);
      expect(ceiling.cacheWrite).toBeGreaterThanOrEqual(price.cacheWrite);
      expect(ceiling.cacheWriteHour).toBeGreaterThanOrEqual(price.cacheWriteHour);
      expect(ceiling.output).toBeGreaterThanOrEqual(price.output);
    }
  });

  it('lists whole micro-dollars', () => {
    const amounts = Object.values(listPrices).flatMap((price) => Object.values(price));
    expect(amounts.every((amount) => Number.isSafeInteger(amount) && amount > 0)).toBe(true);
  });
});
