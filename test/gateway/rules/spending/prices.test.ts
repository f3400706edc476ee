import { describe, expect, it } from 'vitest';
import { listPrices, priceSource } from '#gateway/rules/spending/list-prices.ts';
import { priceFor, findPrice } from '#gateway/rules/spending/prices.ts';

const dollarsOf = (model: string) => {
  const price = findPrice(model, listPrices)?.price;
  if (price === undefined) throw new Error(`${model} is not listed`);
  const { input, cacheRead, cacheWrite, cacheWriteHour, output } = price;
  return [input, cacheRead, cacheWrite, cacheWriteHour, output].map((micro) => micro / 1e6);
};

describe('priceOf', () => {
  it.each([
    ['claude-opus-5-5-20260801', 'claude-opus-5-5'],
    ['anthropic/claude-opus-5-5', 'claude-opus-5-5'],
    ['claude-haiku-4-5-20251001', 'claude-haiku-4-5'],
    ['claude-sonnet-5-5-latest', 'claude-sonnet-5-5'],
    ['gpt-6.1-sol-2026-09-29', 'gpt-6.1-sol'],
    ['openai/gpt-6.1-sol-latest', 'gpt-6.1-sol'],
  ])('knows %s as %s', (called, name) => {
    expect(findPrice(called, listPrices)).toEqual({ name, price: listPrices[name] });
  });

  it.each([
    'opus',
    'claude-opus-5-5-fast',
    'claude-opus',
    'gpt-6.1-sol-pro',
    'gpt-6.1',
    'gpt-9',
    'elsewhere/claude-opus-5-5',
    'anthropic/anthropic/claude-opus-5-5',
    'CLAUDE-OPUS-5-5',
    'claude-opus-5-5-2026',
    '',
    '__proto__',
    'constructor',
  ])('has no price for %j', (model) => {
    expect(findPrice(model, listPrices)).toBeUndefined();
  });

  it('prefers the price of the full name', () => {
    const dated = { ...listPrices['claude-haiku-5-5'], input: 1 };
    const table = { ...listPrices, 'claude-haiku-5-5-20261001': { ...one, ...dated } };
    expect(findPrice('claude-haiku-5-5-20261001', table)?.price.input).toBe(1);
    expect(findPrice('claude-haiku-5-5-20261002', table)?.name).toBe('claude-haiku-5-5');
  });
});

const rates = { input: 2, cacheRead: 1, cacheWrite: 3, cacheWriteHour: 4, output: 5 };
const one = { ...rates, tiers: [], context: 10 };

describe('priceFor', () => {
  it('is that of the highest tier which the prompt is longer than', () => {
    const [second, third] = [
      { ...rates, input: 4, above: 100 },
      { ...rates, input: 8, above: 200 },
    ];
    const model = { ...one, tiers: [second, third] };
    const inputs = [0, 100, 101, 200, 201].map((tokens) => priceFor(model, tokens).input);
    expect(inputs).toEqual([2, 2, 4, 4, 8]);
  });
});

describe('the list of prices', () => {
  it.each([
    ['claude-opus-5-5', [4, 0.2, 5, 8, 20]],
    ['claude-haiku-5-5', [0.1, 0.01, 0.125, 0.2, 0.5]],
    ['claude-fable-5-2', [8, 0.2, 10, 16, 40]],
    ['gpt-6.1-sol', [2, 0.1, 2.5, 5, 10]],
  ])('has %s at %j', (model, dollars) => expect(dollarsOf(model)).toEqual(dollars));

  it('makes long prompts five times as dear with Haiku 5.5, and twice with current GPT', () => {
    const haiku = priceFor(listPrices['claude-haiku-5-5'] ?? one, 100_001);
    expect(haiku).toMatchObject({ input: 500_000, cacheWriteHour: 1_000_000, output: 2_500_000 });
    const sol = priceFor(listPrices['gpt-6.1-sol'] ?? one, 272_001);
    expect(sol).toMatchObject({ input: 4_000_000, cacheRead: 200_000, output: 15_000_000 });
  });

  it('says where it was read, and when', () => {
    expect(priceSource.checked).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  });

  it.each(Object.entries(listPrices))('holds whole and plausible amounts of %s', (_, model) => {
    for (const price of [model, ...model.tiers]) {
      const { input, cacheRead, cacheWrite, cacheWriteHour, output } = price;
      const rising = [cacheRead, input, cacheWrite, cacheWriteHour];
      expect(rising).toEqual(rising.toSorted((a, b) => a - b));
      expect(output).toBeGreaterThan(input);
      for (const amount of [...rising, output]) expect(Number.isSafeInteger(amount)).toBe(true);
    }
    expect(model.context).toBeGreaterThanOrEqual(200_000);
  });
});
