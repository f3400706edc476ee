/** What a million tokens cost, in micro-dollars. */
export interface Price {
  /** Input outside any cache. */
  readonly input: number;
  readonly cacheRead: number;
  /** Input written to a cache for minutes. */
  readonly cacheWrite: number;
  /** Input written to a cache for an hour or more. */
  readonly cacheWriteHour: number;
  /** Reasoning is billed as output. */
  readonly output: number;
}

/** What a whole request costs whose prompt has more tokens than this. */
interface Tier extends Price {
  readonly above: number;
}

export interface ModelPrice extends Price {
  /** In rising order. */
  readonly tiers: readonly Tier[];
  /** Most tokens of a prompt. */
  readonly context: number;
}

export type PriceTable = Readonly<Record<string, ModelPrice>>;

export interface PricedModel {
  /** A name of the table. */
  readonly name: string;
  readonly price: ModelPrice;
}

/** The price for a prompt of so many tokens, cached ones among them. */
export function priceFor({ tiers, ...price }: ModelPrice, promptTokens: number): Price {
  return tiers.findLast(({ above }) => promptTokens > above) ?? price;
}

/** Finds what a model costs; undefined: the table does not know it, and nothing like it counts as it. */
export function findPrice(model: string, table: PriceTable): PricedModel | undefined {
  for (const name of candidateNames(model)) {
    const price = Object.hasOwn(table, name) ? table[name] : undefined;
    if (price !== undefined) return { name, price };
  }
  return undefined;
}

/** The name as it is, then without its provider, then without its date: these change what a model is called, not what it costs. */
function candidateNames(model: string): readonly string[] {
  const bare = model.replace(/^(?:anthropic|openai)\//, '');
  return [model, bare, bare.replace(/-(?:\d{8}|\d{4}-\d{2}-\d{2}|latest)$/, '')];
}

export function inMicroDollars(price: Price): Price {
  return {
    input: microDollars(price.input),
    cacheRead: microDollars(price.cacheRead),
    cacheWrite: microDollars(price.cacheWrite),
    cacheWriteHour: microDollars(price.cacheWriteHour),
    output: microDollars(price.output),
  };
}

export function microDollars(amount: number): number {
  return Math.round(amount * 1_000_000);
}
