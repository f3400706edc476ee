import {
  type PriceTable,
  type DollarPrice,
  inMicroDollars,
  listPrices,
} from '#domain/spending/prices.ts';
import type { Config } from './schema.ts';

/** What models cost: the list, and over it what the configuration says. */
export function modelPrices({ prices }: Pick<Config['models'], 'prices'>): PriceTable {
  const own = Object.entries(prices).map(([model, price]) => [model, inMicroDollars(whole(price))]);
  return { ...listPrices, ...Object.fromEntries(own) };
}

// What is not told counts as dear.
function whole(price: Config['models']['prices'][string]): DollarPrice {
  const { input, output, cacheRead = input, cacheWrite = 2 * input } = price;
  const { cacheWriteHour = cacheWrite } = price;
  return { input, output, cacheRead, cacheWrite, cacheWriteHour };
}
