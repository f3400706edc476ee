import * as z from 'zod';
import { verb } from '#base/verb.ts';

const check = z.object({
  name: z.string().describe('What was looked at.'),
  ok: z.boolean(),
  told: z.string().describe('What was seen, in one sentence.'),
  todo: z.string().nullable().describe('What to do; null: nothing.'),
});
/** One thing that was looked at, and how it is. */
export type Check = z.infer<typeof check>;

const probeId = z.string().regex(/^doctor-[a-z0-9-]{8,50}$/);

/** What operators ask of a deployment as such. */
export const stackVerbs = {
  about: verb('about', {
    asked: z.object({}),
    told: z.object({
      stage: z.string(),
      webhookUrl: z.string().describe('Where GitHub sends its webhooks.'),
      githubApiUrl: z.string().describe('The GitHub it works with.'),
      secrets: z
        .object({ github: z.string(), models: z.string(), broker: z.string() })
        .describe('The ARN of each secret.'),
    }),
  }),
  health: verb('health', {
    asked: z.object({ probe: probeId.describe('Names what is written to be read again.') }),
    told: z.array(check).readonly(),
  }),
  launchProbe: verb('launch-probe', {
    asked: z.object({ probe: probeId.describe('The same one is launched once.') }),
    told: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('launched'), taskRef: z.string() }),
      z.object({ kind: z.enum(['later', 'refused']), reason: z.string() }),
    ]),
  }),
  worker: verb('worker', {
    asked: z.object({ taskRef: z.string().min(1).max(300) }),
    told: z.discriminatedUnion('kind', [
      z.object({ kind: z.enum(['alive', 'unknown']) }),
      z.object({
        kind: z.literal('stopped'),
        reason: z.string(),
        exitCode: z.int().exactOptional(),
      }),
    ]),
  }),
};

type Verbs = typeof stackVerbs;
export type StackToldOf<Name extends keyof Verbs> = z.output<Verbs[Name]['told']>;
