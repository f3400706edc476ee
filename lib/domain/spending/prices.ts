/** What a million tokens cost, in micro-dollars. */
export interface Price {
  /** Input outside any cache. */
  readonly input: number;
  readonly cacheRead: number;
  /** Input written to a cache for minutes. */
  readonly cacheWrite: number;
  /** Input written to a cache for an hour. */
  readonly cacheWriteHour: number;
  /** Reasoning is billed as output. */
  readonly output: number;
}

export type PriceTable = Readonly<Record<string, Price>>;

export interface PricedModel {
  /** A name of the table, or `unknown`. */
  readonly name: string;
  readonly price: Price;
}

/** The same in dollars, as people write it. */
export type DollarPrice = Price;

/** List prices by model, without the date that a full model name may end with. */
export const listPrices: PriceTable = {
  'claude-opus-5-5': dollars([4, 0.2, 5, 8, 20]),
  'claude-sonnet-5-5': dollars([2, 0.1, 2.5, 4, 10]),
  'claude-haiku-5-5': dollars([0.1, 0.01, 0.125, 0.2, 0.5]),
};

/** A model that nobody priced counts as dear, and its cache as no help. */
export const ceiling: Price = dollars([10, 10, 20, 20, 50]);

/** Finds what a model costs, by its full name or without its date; any other costs the ceiling, never nothing. */
export function priceOf(model: string, table: PriceTable): PricedModel {
  for (const name of [model, model.replace(/-\d{8}$/, '')]) {
    const price = Object.hasOwn(table, name) ? table[name] : undefined;
    if (price !== undefined) return { name, price };
  }
  return { name: 'unknown', price: ceiling };
}

export function inMicroDollars(price: DollarPrice): Price {
  return {
    input: microDollars(price.input),
    cacheRead: microDollars(price.cacheRead),
    cacheWrite: microDollars(price.cacheWrite),
    cacheWriteHour: microDollars(price.cacheWriteHour),
    output: microDollars(price.output),
  };
}

type Dollars = readonly [
  input: number,
  cacheRead: number,
  cacheWrite: number,
  cacheWriteHour: number,
  output: number,
];

function dollars([input, cacheRead, cacheWrite, cacheWriteHour, output]: Dollars): Price {
  return inMicroDollars({ input, cacheRead, cacheWrite, cacheWriteHour, output });
}

export function microDollars(amount: number): number {
  return Math.round(amount * 1_000_000);
}
