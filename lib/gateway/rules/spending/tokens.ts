import * as z from 'zod';

/** The interfaces of model providers that usage is read from. */
export type ModelApi = 'messages' | 'responses' | 'chat';

/** Tokens that a response was billed for; no token counts twice. */
export interface Tokens {
  readonly input: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  readonly cacheWriteHour: number;
  readonly output: number;
}

export const noTokens: Tokens = {
  input: 0,
  cacheRead: 0,
  cacheWrite: 0,
  cacheWriteHour: 0,
  output: 0,
};

/** What was read for a response, from wherever it came. */
export function promptTokens({ input, cacheRead, cacheWrite, cacheWriteHour }: Tokens): number {
  return input + cacheRead + cacheWrite + cacheWriteHour;
}

const count = z
  .int()
  .nonnegative()
  .nullish()
  .transform((value) => value ?? 0);

// A usage that does not tell it tells nothing: an answer without a count must not pass for one that cost nothing.
const outputCount = z.int().nonnegative();

const details = z
  .object({ cached_tokens: count, cache_write_tokens: count })
  .nullish()
  .transform((value) => value ?? { cached_tokens: 0, cache_write_tokens: 0 });

const messagesUsage = z
  .object({
    input_tokens: count,
    cache_read_input_tokens: count,
    cache_creation_input_tokens: count,
    cache_creation: z.object({ ephemeral_1h_input_tokens: count }).nullish(),
    output_tokens: outputCount,
  })
  .transform((usage): Tokens => {
    const cacheWriteHour = usage.cache_creation?.ephemeral_1h_input_tokens ?? 0;
    return {
      input: usage.input_tokens,
      cacheRead: usage.cache_read_input_tokens,
      cacheWrite: Math.max(0, usage.cache_creation_input_tokens - cacheWriteHour),
      cacheWriteHour,
      output: usage.output_tokens,
    };
  });

const responsesUsage = z
  .object({ input_tokens: count, input_tokens_details: details, output_tokens: outputCount })
  .transform((usage) =>
    splitInput(usage.input_tokens, usage.input_tokens_details, usage.output_tokens),
  );

const chatUsage = z
  .object({ prompt_tokens: count, prompt_tokens_details: details, completion_tokens: outputCount })
  .transform((usage) =>
    splitInput(usage.prompt_tokens, usage.prompt_tokens_details, usage.completion_tokens),
  );

const usages: Readonly<Record<ModelApi, z.ZodType<Tokens>>> = {
  messages: messagesUsage,
  responses: responsesUsage,
  chat: chatUsage,
};

/** Reads the usage object of a response; `undefined` when it is none. */
export function readUsage(api: ModelApi, usage: unknown): Tokens | undefined {
  return usages[api].safeParse(usage).data;
}

/** Joins two reports about one response. Each counts from its beginning, so the larger number is the later. */
export function joinTokens(one: Tokens, other: Tokens): Tokens {
  // The last report of a stream tells what was stored in one number, and only the first how long it is kept.
  const stored = Math.max(countStored(one), countStored(other));
  const cacheWriteHour = Math.max(one.cacheWriteHour, other.cacheWriteHour);
  return {
    input: Math.max(one.input, other.input),
    cacheRead: Math.max(one.cacheRead, other.cacheRead),
    cacheWrite: stored - cacheWriteHour,
    cacheWriteHour,
    output: Math.max(one.output, other.output),
  };
}

function countStored({ cacheWrite, cacheWriteHour }: Tokens): number {
  return cacheWrite + cacheWriteHour;
}

// OpenAI counts what it cached as part of the input.
function splitInput(
  whole: number,
  { cached_tokens, cache_write_tokens }: z.infer<typeof details>,
  output: number,
): Tokens {
  const input = Math.max(0, whole - cached_tokens - cache_write_tokens);
  return { ...noTokens, input, cacheRead: cached_tokens, cacheWrite: cache_write_tokens, output };
}
