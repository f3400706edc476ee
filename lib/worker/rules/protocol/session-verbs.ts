import * as z from 'zod';
import { artifactKey } from '#model/artifact.ts';
import { usd } from '#model/cost.ts';
import { timestamp } from '#model/ids.ts';
import { run } from '#model/run.ts';
import { runBrief } from '#model/run-brief.ts';
import { atMost, longestSummary } from './bounds.ts';
import { verb } from '#base/verb.ts';

const checkout = z.object({
  url: z.string().describe('Where the code can be fetched.'),
  token: z.string().exactOptional().describe('May read it, and nothing else.'),
});

/** The first word of a worker, with a capability, and its last one. */
export const sessionVerbs = {
  start: verb('start', {
    asked: z.object({
      nonce: z.string().min(16).max(200).describe('What this worker alone says.'),
    }),
    told: z.object({
      secret: z.string().describe('To be shown with everything that is asked from now on.'),
      run: run.describe('The run.'),
      brief: runBrief.describe('What is to be done.'),
      fence: z.int().nonnegative().describe('The number of the worker.'),
      deadline: timestamp.describe('When the worker is stopped.'),
      checkout: checkout.describe('The code.'),
    }),
  }),
  finish: verb('finish', {
    asked: z.object({
      summary: atMost(z.record(z.string(), z.json()), longestSummary).describe(
        'What the run amounted to.',
      ),
      status: z.enum(['succeeded', 'failed']).describe('How it ended.'),
      costUsd: usd.max(1_000_000).describe('What it cost.'),
      changeset: artifactKey.exactOptional().describe('What it wants on the branch.'),
      question: z.string().max(20_000).exactOptional().describe('What a plan waits to be told.'),
    }),
    told: z.literal('accepted'),
  }),
};
