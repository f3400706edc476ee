import * as z from 'zod';
import { verb } from '#base/verb.ts';

const microDollars = z.int().nonnegative().max(1e12);
const attempt = z
  .string()
  .max(300)
  .describe('The account of an attempt of this run; who pays beside it is no choice of a worker.');

const budget = z.enum(['attempt', 'pullRequest', 'month']);
const balance = z.object({ limit: z.int(), spent: z.int(), reserved: z.int() });

/** The ledger, as the gateway beside a worker uses it. */
export const spendingVerbs = {
  reserve: verb('reserve', {
    asked: z.object({ attempt, amount: microDollars.describe('What the request may cost.') }),
    told: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('reserved'), id: z.string() }),
      z.object({ kind: z.enum(['held', 'spent']), budget }),
    ]),
  }),
  settle: verb('settle', {
    asked: z.object({
      id: z.string().max(2_000).describe('The reservation.'),
      amount: microDollars.describe('What it came to.'),
      credential: z
        .string()
        .max(200)
        .optional()
        .describe('That of the gateway: without it not every amount is believed.'),
    }),
    told: z.literal('settled'),
  }),
  balance: verb('balance', {
    asked: z.object({ attempt }),
    told: z.object({ attempt: balance, pullRequest: balance, month: balance }),
  }),
};
