import { inMicroDollars, type ModelPrice, type Price, type PriceTable } from './prices.ts';

/**
 * Where the list below was read, and when. A model whose price these pages do not tell is left out rather than guessed;
 * `models.prices` in the settings gives it one until the next release.
 */
export const priceSource = {
  checked: '2026-11-19',
  anthropic: 'https://platform.claude.com/docs/en/about-claude/pricing',
  openai: 'https://developers.openai.com/api/docs/pricing',
} as const;

const million = 1_000_000;

// Dollars for a million tokens: input, cache read, cache write for five minutes, cache write for an hour, output.
const anthropic: PriceTable = {
  'claude-fable-5-2': toModelPrice([8, 0.2, 10, 16, 40], million),
  'claude-fable-5-1': toModelPrice([10, 0.25, 12.5, 20, 50], million),
  'claude-fable-5': toModelPrice([10, 1, 12.5, 20, 50], million),
  'claude-mythos-5-1': toModelPrice([10, 0.25, 12.5, 20, 50], million),
  'claude-mythos-5': toModelPrice([10, 1, 12.5, 20, 50], million),
  'claude-opus-5-5': toModelPrice([4, 0.2, 5, 8, 20], million),
  'claude-opus-5': toModelPrice([5, 0.5, 6.25, 10, 25], million),
  'claude-opus-4-8': toModelPrice([5, 0.5, 6.25, 10, 25], million),
  'claude-opus-4-7': toModelPrice([5, 0.5, 6.25, 10, 25], million),
  'claude-opus-4-6': toModelPrice([5, 0.5, 6.25, 10, 25], million),
  'claude-opus-4-5': toModelPrice([5, 0.5, 6.25, 10, 25], 200_000),
  'claude-sonnet-5-5': toModelPrice([2, 0.1, 2.5, 4, 10], million),
  'claude-sonnet-5': toModelPrice([2, 0.2, 2.5, 4, 10], million),
  'claude-sonnet-4-6': toModelPrice([3, 0.3, 3.75, 6, 15], million),
  'claude-sonnet-4-5': withTier(toModelPrice([3, 0.3, 3.75, 6, 15], million), {
    above: 200_000,
    input: 2,
    output: 1.5,
  }),
  'claude-haiku-5-5': withTier(toModelPrice([0.1, 0.01, 0.125, 0.2, 0.5], million), {
    above: 100_000,
    input: 5,
    output: 5,
  }),
  'claude-haiku-4-5': toModelPrice([1, 0.1, 1.25, 2, 5], 200_000),
};

// Dollars for a million tokens: input, cache read, cache write for 30 minutes, cache write for 12 hours, output.
const openai: PriceTable = {
  'gpt-6.2-astra': withLongTier(toModelPrice([8, 0.4, 10, 20, 40], 1_050_000)),
  'gpt-6.2-sol': withLongTier(toModelPrice([2, 0.1, 2.5, 5, 10], 1_050_000)),
  'gpt-6.1-sol': withLongTier(toModelPrice([2, 0.1, 2.5, 5, 10], 1_050_000)),
  'gpt-6.1-terra': withLongTier(toModelPrice([1, 0.05, 1.25, 2.5, 5], 1_050_000)),
  'gpt-6-astra': withLongTier(toModelPrice([10, 1, 12.5, 25, 50], 1_050_000)),
  'gpt-6-sol': withLongTier(toModelPrice([2, 0.2, 2.5, 5, 10], 1_050_000)),
  'gpt-6-luna': withLongTier(toModelPrice([0.1, 0.01, 0.125, 0.25, 0.5], 1_050_000)),
  // The list price: that of the promotion, 4 and 20, is promised until 2026-11-21 only.
  'gpt-5.6': withLongTier(toModelPrice([5, 0.5, 6.25, 12.5, 30], 1_050_000)),
  'gpt-5.6-sol': withLongTier(toModelPrice([5, 0.5, 6.25, 12.5, 30], 1_050_000)),
  'gpt-5.6-terra': withLongTier(toModelPrice([2, 0.2, 2.5, 5, 12], 1_050_000)),
  'gpt-5.6-luna': withLongTier(toModelPrice([0.2, 0.02, 0.25, 0.5, 1.2], 1_050_000)),
  // Models before these are billed for no cache writes.
  'gpt-5.5': withLongTier(toModelPrice([5, 0.5, 5, 5, 30], 1_050_000)),
  'gpt-5.4': withLongTier(toModelPrice([2.5, 0.25, 2.5, 2.5, 15], 1_050_000)),
  'gpt-5.4-mini': toModelPrice([0.75, 0.075, 0.75, 0.75, 4.5], 400_000),
  'gpt-5.4-nano': toModelPrice([0.2, 0.02, 0.2, 0.2, 1.25], 400_000),
  'gpt-5.3-codex': toModelPrice([1.75, 0.175, 1.75, 1.75, 14], 400_000),
  'gpt-5.2': toModelPrice([1.75, 0.175, 1.75, 1.75, 14], 400_000),
  'gpt-5.1': toModelPrice([1.25, 0.125, 1.25, 1.25, 10], 400_000),
  'gpt-5': toModelPrice([1.25, 0.125, 1.25, 1.25, 10], 400_000),
  'gpt-5-mini': toModelPrice([0.25, 0.025, 0.25, 0.25, 2], 400_000),
  'gpt-5-nano': toModelPrice([0.05, 0.005, 0.05, 0.05, 0.4], 400_000),
  'gpt-4.1': toModelPrice([2, 0.5, 2, 2, 8], 1_047_576),
  'gpt-4.1-mini': toModelPrice([0.4, 0.1, 0.4, 0.4, 1.6], 1_047_576),
  'gpt-4.1-nano': toModelPrice([0.1, 0.025, 0.1, 0.1, 0.4], 1_047_576),
  o3: toModelPrice([2, 0.5, 2, 2, 8], 200_000),
  'o4-mini': toModelPrice([1.1, 0.275, 1.1, 1.1, 4.4], 200_000),
};

/** List prices by model, without the date that a full model name may end with. */
export const listPrices: PriceTable = { ...anthropic, ...openai };

type Dollars = readonly [
  input: number,
  cacheRead: number,
  cacheWrite: number,
  cacheWriteHour: number,
  output: number,
];

function toModelPrice(
  [input, cacheRead, cacheWrite, cacheWriteHour, output]: Dollars,
  context: number,
): ModelPrice {
  const dollars = { input, cacheRead, cacheWrite, cacheWriteHour, output };
  return { ...inMicroDollars(dollars), tiers: [], context };
}

interface Dearer {
  readonly above: number;
  /** Times; for all that goes in. */
  readonly input: number;
  readonly output: number;
}

function withTier(price: ModelPrice, { above, input, output }: Dearer): ModelPrice {
  const times = (part: keyof Price, factor: number): number => Math.round(price[part] * factor);
  const tier = {
    above,
    input: times('input', input),
    cacheRead: times('cacheRead', input),
    cacheWrite: times('cacheWrite', input),
    cacheWriteHour: times('cacheWriteHour', input),
    output: times('output', output),
  };
  return { ...price, tiers: [tier] };
}

function withLongTier(price: ModelPrice): ModelPrice {
  return withTier(price, { above: 272_000, input: 2, output: 1.5 });
}
