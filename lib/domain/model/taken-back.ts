import * as z from 'zod';
import { sha } from './ids.ts';

const line = z.int().positive();

/** A place of a file at which people took back what a fixup had done. */
export const takenBackPlace = z.object({
  commit: sha.describe('The fixup.'),
  path: z.string().min(1).describe('Repository-relative POSIX path.'),
  blob: sha.nullable().describe('Git id of what the fixup had left; null: nothing.'),
  lines: z
    .array(z.tuple([line, line]).readonly())
    .readonly()
    .describe('First and last lines at the head that are as they were before the fixup.'),
  hunks: z
    .array(
      z.object({
        removed: z.array(z.string()).readonly().describe('Lines that the fixup replaced.'),
        added: z.array(z.string()).readonly().describe('What it put there.'),
      }),
    )
    .readonly()
    .describe('What was taken back.'),
});
export type TakenBackPlace = z.infer<typeof takenBackPlace>;
