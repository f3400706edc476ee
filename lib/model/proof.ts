import * as z from 'zod';

const count = z.int().nonnegative();

/** What the word of one engine rests on. What is not known of an earlier version is absent. */
export const proofRow = z.object({
  engine: z.string().min(1).describe('Id of the engine.'),
  root: z.string().min(1).describe('Where it ran, from the root of the repository.'),
  version: z.string().nullable().describe('Version of the tool, where it tells it.'),
  tool: z
    .enum(['project', 'pinned'])
    .describe('project: the one that the project has. pinned: the one that the operator names.'),
  runsCode: z
    .boolean()
    .describe('Whether code of the repository runs in its process, the change with it.'),
  environment: z
    .enum(['own', 'sealed'])
    .optional()
    .describe(
      'own: as whoever started it has it. sealed: the same, byte by byte, before and after.',
    ),
  nullChange: z
    .enum(['held', 'not_tried'])
    .optional()
    .describe('Whether two copies of the untouched tree were judged alike.'),
  tests: z
    .object({
      ran: count.describe('Tests that it ran.'),
      canaries: z
        .object({ held: count.describe('Answered as they must.'), planted: count.describe('All.') })
        .describe('Tests of ours, drawn anew for each run.'),
      mutants: z
        .object({ killed: count.describe('Made a test fail.'), tried: count.describe('All.') })
        .describe('Functions that did something else for once.'),
      lines: count.describe('Lines of tests that were executed, as before.'),
      outside: z.boolean().describe('Whether what was repaired holds outside of the runner.'),
    })
    .optional()
    .describe('Of one that runs tests.'),
});
export type ProofRow = z.infer<typeof proofRow>;
