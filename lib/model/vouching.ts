import * as z from 'zod';
import { timestamp } from './ids.ts';

/** Who brought the head there, and who asked for work on it: its code is run only where a person vouches for it. */
export const vouching = z.object({
  outsider: z
    .object({
      by: z.string().nullable().describe('Their login; null: not known, or a program.'),
      at: timestamp.describe('When.'),
    })
    .nullable()
    .describe('The last push by accounts that may not write here, those of the author apart.'),
  authorAt: timestamp
    .nullable()
    .describe('The last push of the author; null: none, or the author may write here.'),
  isHidden: z
    .boolean()
    .optional()
    .describe(
      'The forge does not show who pushed and when: the owner did, when the head was seen.',
    ),
  authorMayWrite: z
    .boolean()
    .optional()
    .describe('Whether the author may write to the repository; absent: it was not asked.'),
  askedAt: timestamp
    .nullable()
    .describe('When a person who may write here last asked for work on it; null: never.'),
});
export type Vouching = z.infer<typeof vouching>;
