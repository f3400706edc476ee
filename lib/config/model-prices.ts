import { listPrices } from '#gateway/rules/spending/list-prices.ts';
import {
  inMicroDollars,
  type ModelPrice,
  type Price,
  type PriceTable,
} from '#gateway/rules/spending/prices.ts';
import type { Config } from './schema.ts';

/** What models cost: the list, and over it what the configuration says. */
export function mergePrices({ prices }: Pick<Config['models'], 'prices'>): PriceTable {
  const own = Object.entries(prices).map(([model, price]) => [model, priceModel(price)]);
  return { ...listPrices, ...Object.fromEntries(own) };
}

type ConfiguredPrice = Config['models']['prices'][string];

function priceModel({ tiers, context, ...told }: ConfiguredPrice): ModelPrice {
  const all = tiers.map(({ above, ...rates }) => ({ above, ...inMicroDollars(fillRates(rates)) }));
  const rising = all.toSorted((one, other) => one.above - other.above);
  return { ...inMicroDollars(fillRates(told)), tiers: rising, context };
}

// A price that is not configured counts as the highest.
function fillRates(told: Omit<ConfiguredPrice, 'tiers' | 'context'>): Price {
  const { input, output, cacheRead = input, cacheWrite = 2 * input } = told;
  const { cacheWriteHour = cacheWrite } = told;
  return { input, output, cacheRead, cacheWrite, cacheWriteHour };
}
