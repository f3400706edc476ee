import * as z from 'zod';

const count = z.int().nonnegative().catch(0);

export const eventTypes = ['item.completed', 'turn.completed', 'turn.failed'] as const;

/** The events that matter; all others are left out. */
export const codexEvent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('item.completed'),
    item: z.object({ type: z.literal('agent_message'), text: z.string() }),
  }),
  z.object({
    type: z.literal('turn.completed'),
    usage: z.object({
      input_tokens: count,
      cached_input_tokens: count,
      cache_write_input_tokens: count,
      output_tokens: count,
    }),
  }),
  z.object({
    type: z.literal('turn.failed'),
    error: z.object({ message: z.string().catch('') }),
  }),
]);
export type CodexEvent = z.infer<typeof codexEvent>;
