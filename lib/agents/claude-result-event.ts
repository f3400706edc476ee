import * as z from 'zod';

const count = z.int().nonnegative().catch(0);

const modelUsage = z.object({
  inputTokens: count,
  outputTokens: count,
  cacheReadInputTokens: count,
  cacheCreationInputTokens: count,
  costUSD: z.number().nonnegative().catch(0),
  costBasis: z.string().optional().catch(undefined),
});

/** The last line that it prints. Only what is named here is relied upon. */
export const resultEvent = z.object({
  type: z.literal('result'),
  subtype: z.string().optional().catch(undefined),
  is_error: z.boolean(),
  result: z.string().optional().catch(undefined),
  structured_output: z.unknown().optional(),
  stop_reason: z.string().optional().catch(undefined),
  terminal_reason: z.string().optional().catch(undefined),
  api_error_status: z.number().nullish().catch(undefined),
  errors: z.array(z.string()).catch([]),
  permission_denials: z.array(z.unknown()).catch([]),
  total_cost_usd: z.number().nonnegative().optional().catch(undefined),
  modelUsage: z.record(z.string(), modelUsage).catch({}),
});
export type ResultEvent = z.infer<typeof resultEvent>;
