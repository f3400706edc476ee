import * as z from 'zod';

export const usd = z.number().nonnegative();

/** What an attempt consumed, in one form for every provider. */
export const cost = z.object({
  usd: usd.describe('Amount in US dollars.'),
  source: z
    .enum(['metered', 'reported', 'priced', 'estimated', 'none'])
    .describe(
      'Who says so: our gateway, the program, our price table, a guess for all or a part of it, or no source.',
    ),
  model: z.string().optional().describe('The model that was billed.'),
  requests: z.int().nonnegative().optional().describe('Calls made to the model.'),
  inputTokens: z.int().nonnegative().optional().describe('Input tokens outside any cache.'),
  cacheReadTokens: z.int().nonnegative().optional().describe('Input tokens read from a cache.'),
  cacheWriteTokens: z.int().nonnegative().optional().describe('Input tokens written to a cache.'),
  outputTokens: z.int().nonnegative().optional().describe('Output tokens, reasoning included.'),
});
export type Cost = z.infer<typeof cost>;
