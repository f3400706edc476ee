import { priceTokens } from './rules/spending/amounts.ts';
import { applyCacheMode, estimateBrokenOff, usualInput } from './rules/spending/estimates.ts';
import type { PricedModel } from './rules/spending/prices.ts';
import { noTokens, type Tokens } from './rules/spending/tokens.ts';
import type { Booking } from './accesses.ts';
import type { ForwardResult } from './forward.ts';
import type { ModelRequest } from './request-body.ts';

export interface Carried {
  readonly request: Pick<ModelRequest, 'size'> & { readonly priced: PricedModel };
  /** As it was set aside. */
  readonly input: Tokens;
  readonly outputTokens: number;
  readonly begun: number;
  readonly milliseconds: number;
}

/** What a request came to. Providers do not bill what they refuse. */
export function toBooking(ending: ForwardResult, carried: Carried): Booking {
  const { size, priced } = carried.request;
  const book = (tokens: Tokens) => {
    return { model: priced.name, tokens, amount: priceTokens(tokens, priced.price) };
  };
  switch (ending.kind) {
    case 'unreached':
    case 'key-rejected':
    case 'call-denied':
      return book(noTokens);
    case 'unreadable':
      return book({ ...carried.input, output: carried.outputTokens });
    case 'unanswered':
      return book(estimateUnanswered(ending, carried));
    case 'answered': {
      if (ending.status >= 400) return book(noTokens);
      const { said, final, bytes } = ending.meter;
      if (final) {
        const tokens = applyCacheMode(said, size.cache);
        return { ...book(tokens), billed: { size, tokens, at: carried.begun } };
      }
      const { milliseconds, outputTokens } = carried;
      const glimpse = { said, bytes, streamed: ending.streamed, milliseconds };
      return book(estimateBrokenOff(estimateInput(ending, carried), glimpse, outputTokens));
    }
  }
}

interface Broken {
  readonly byClient: boolean;
}

/** A provider that drops a request has read it at most; for a client that went away it may have worked on. */
function estimateUnanswered(ending: Broken, carried: Carried): Tokens {
  const { milliseconds, outputTokens } = carried;
  const input = estimateInput(ending, carried);
  const nothing = { said: noTokens, bytes: 0, streamed: false, milliseconds };
  return ending.byClient ? estimateBrokenOff(input, nothing, outputTokens) : input;
}

/** A client that ends a call can choose its words, so these count as dense; what the provider drops is what is usual. */
function estimateInput(
  { byClient }: Broken,
  { input, request: { size, priced } }: Carried,
): Tokens {
  return byClient ? input : usualInput(size, priced.price.context);
}
