import * as z from 'zod';

/** A command as the repository profile runs it. */
export const commandSpec = z.object({
  runner: z
    .enum(['python', 'node', 'generic'])
    .describe('Which tool chain resolves the program: python, node or none.'),
  args: z.array(z.string()).min(1).describe('Program and arguments; never a shell line.'),
  env: z.record(z.string(), z.string()).describe('Variables set for this command alone.'),
  cwd: z.string().describe('Working folder relative to the repository root.'),
  timeoutMs: z.int().positive().describe('Wall-clock limit in milliseconds.'),
});
export type CommandSpec = z.infer<typeof commandSpec>;

export const successCriteria = z.object({
  requireExitCode0: z.boolean().describe('Every command must end with exit code 0.'),
  maxNewFindings: z
    .int()
    .nonnegative()
    .optional()
    .describe('How many findings may be new afterwards.'),
  minCoverageDelta: z
    .number()
    .optional()
    .describe('By how many percent points coverage must rise at least.'),
});

/** What shows that a task is done. */
export const validationSpec = z.object({
  commands: z.array(commandSpec).describe('Run in this order, all of them.'),
  successCriteria: successCriteria.describe('How their results are judged.'),
});
export type ValidationSpec = z.infer<typeof validationSpec>;
