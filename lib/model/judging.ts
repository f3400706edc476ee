import * as z from 'zod';

/** The kinds of files by which it is decided how code is judged. */
export const judgingClass = z
  .enum([
    'lock-file',
    'tool',
    'configuration',
    'hook',
    'shadowing',
    'workflow',
    'commit-hook',
    'settings',
  ])
  .describe('What kind of file it is.');
export type JudgingClass = z.infer<typeof judgingClass>;

export const judgingPolicy = z
  .enum(['say', 'ask', 'refuse'])
  .describe('say: it is told. ask: a person has to vouch for it. refuse: it fails the check.');
export type JudgingPolicy = z.infer<typeof judgingPolicy>;

const judgingChange = z.object({
  path: z.string().describe('The file.'),
  class: judgingClass,
  sentence: z.string().describe('What it changes, in one sentence.'),
  milder: z.array(z.string()).describe('Engines that could judge more mildly by it.'),
  policy: judgingPolicy,
});
export type JudgingChange = z.infer<typeof judgingChange>;

/** How a change to how the code is judged stands. */
export const judgingStanding = z
  .enum(['unchanged', 'said', 'asked', 'refused'])
  .describe('The strictest of what the policy says of the changes.');
export type JudgingStanding = z.infer<typeof judgingStanding>;

export const judgingReport = z.object({
  standing: judgingStanding,
  changes: z.array(judgingChange).describe('Each file that decides how the code is judged.'),
});
export type JudgingReport = z.infer<typeof judgingReport>;

/** The same in short, for those who show and decide. */
export const judgingSummary = z.object({
  standing: judgingStanding,
  alone: z.boolean().describe('Whether nothing else keeps the check from being green.'),
  sentence: z.string().describe('Which files, and who could be milder by them.'),
});
export type JudgingSummary = z.infer<typeof judgingSummary>;
