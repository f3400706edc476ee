import { type ModelPrice, priceFor } from './prices.ts';
import { promptTokens, type Tokens } from './tokens.ts';

/** The price of a response in whole micro-dollars, rounded up. */
export function priceTokens(tokens: Tokens, model: ModelPrice): number {
  const price = priceFor(model, promptTokens(tokens));
  const sum =
    tokens.input * price.input +
    tokens.cacheRead * price.cacheRead +
    tokens.cacheWrite * price.cacheWrite +
    tokens.cacheWriteHour * price.cacheWriteHour +
    tokens.output * price.output;
  return Math.ceil(sum / 1_000_000);
}

/** How many tokens of output an amount pays beside this input; less than none where it does not even pay that. */
export function affordableOutput(amount: number, input: Tokens, model: ModelPrice): number {
  const left = amount - priceTokens({ ...input, output: 0 }, model);
  const { output } = priceFor(model, promptTokens(input));
  if (left < 0) return -1;
  return output === 0 ? Number.MAX_SAFE_INTEGER : Math.floor((left * 1_000_000) / output);
}
