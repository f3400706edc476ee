import examples from '@octokit/webhooks-examples' with { type: 'json' };
import * as z from 'zod';

export interface WebhookExample {
  readonly event: string;
  /** Position among the examples of its event. */
  readonly index: number;
  readonly payload: unknown;
}

const published = z.array(z.object({ name: z.string(), examples: z.array(z.unknown()) }));

/** Every real payload that GitHub's friends have collected. */
export const webhookExamples: readonly WebhookExample[] = published
  .parse(examples)
  .flatMap(({ name, examples: payloads }) =>
    payloads.map((payload, index) => ({ event: name, index, payload })),
  );
