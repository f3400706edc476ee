import type { Price } from './prices.ts';
import { type Tokens, noTokens } from './tokens.ts';

/** What a request may come to, known before it is sent. */
export interface RequestSize {
  readonly bytes: number;
  /** Most output tokens, all choices together. */
  readonly outputTokens: number;
}

/** What was seen of a response that told no final usage. */
export interface Glimpse {
  readonly said: Tokens;
  readonly bytes: number;
  readonly milliseconds: number;
}

/** The price of a response in whole micro-dollars, rounded up. */
export function amountOf(tokens: Tokens, price: Price): number {
  const sum =
    tokens.input * price.input +
    tokens.cacheRead * price.cacheRead +
    tokens.cacheWrite * price.cacheWrite +
    tokens.cacheWriteHour * price.cacheWriteHour +
    tokens.output * price.output;
  return Math.ceil(sum / 1_000_000);
}

/** What a request costs at worst: all of its input dear, all of its output used. */
export function worstTokens(size: RequestSize): Tokens {
  return { ...noTokens, cacheWriteHour: tokensOf(size.bytes), output: size.outputTokens };
}

/** What a response that broke off cost at worst, given what it said so far, its bytes and its time. */
export function unfinishedTokens(
  size: RequestSize,
  { said, bytes, milliseconds }: Glimpse,
): Tokens {
  const worst = worstTokens(size);
  const input = inputOf(said) > 0 ? said : { ...worst, output: 0 };
  // Thinking may be billed without being streamed, so time counts beside bytes.
  const thought = Math.ceil((milliseconds / 1_000) * tokensPerSecond);
  const guess = Math.min(worst.output, tokensOf(bytes) + thought);
  return { ...input, output: Math.max(said.output, guess) };
}

const tokensPerSecond = 500;

// Code and prose have three to four bytes a token, the densest text about two.
function tokensOf(bytes: number): number {
  return Math.ceil(bytes / 2);
}

function inputOf({ input, cacheRead, cacheWrite, cacheWriteHour }: Tokens): number {
  return input + cacheRead + cacheWrite + cacheWriteHour;
}
