import * as z from 'zod';

export const changedExpectation = z.object({
  test: z.string().min(1).describe('The test, as its runner names it now.'),
  path: z.string().min(1).describe('The file that it stands in.'),
  before: z.string().describe('What it demanded, shortened where it is long.'),
  after: z.string().describe('What it demands now.'),
});
export type ChangedExpectation = z.infer<typeof changedExpectation>;

/** What was found out about the tests behind a change, besides that they pass. */
export const testEvidence = z.object({
  verdict: z
    .enum(['source_repaired', 'expectation_changed', 'both', 'nothing_decided'])
    .describe(
      'source_repaired: the tests as they were pass. expectation_changed: only because tests demand something else. both: neither alone is enough. nothing_decided: no test had failed.',
    ),
  canaries: z
    .int()
    .nonnegative()
    .describe('Tests of ours that answered as they must, in the same runs.'),
  mutants: z
    .object({
      tried: z.int().nonnegative().describe('Functions that did something else for once.'),
      killed: z.int().nonnegative().describe('Of these, what made a test fail.'),
    })
    .describe('What the tests can refuse.'),
  runners: z.array(z.string()).optional().describe('Engines whose runs were looked into.'),
  lines: z
    .int()
    .nonnegative()
    .optional()
    .describe('Lines of the tests looked at that were executed.'),
  outside: z
    .enum(['held', 'not_tried'])
    .describe('Whether what was repaired holds outside of the test runner, too.'),
  tookMs: z
    .object({
      all: z.int().nonnegative().describe('All of it, from the first run to the last.'),
      canaries: z.int().nonnegative().describe('The canaries of the run that is believed.'),
    })
    .describe('What it cost in milliseconds.'),
  expectations: z.array(changedExpectation).describe('Old and new side by side.'),
});
export type TestEvidence = z.infer<typeof testEvidence>;
