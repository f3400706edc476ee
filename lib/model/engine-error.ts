import * as z from 'zod';

export const engineErrorReason = z
  .enum([
    'TOOL_NOT_FOUND',
    'LAUNCH_FAILED',
    'TOOL_TOO_OLD',
    'JSON_PARSE_FAILED',
    'REPORT_INVALID',
    'NO_OUTPUT',
    'CRASHED',
    'TIMEOUT',
    'OUTPUT_OVERFLOW',
    'CONFIG_INVALID',
    'CONTRADICTION',
    'EMPTY_SCOPE',
    'ENVIRONMENT_CHANGED',
  ])
  .describe('Why the engine gave no trustworthy result.');

/** An engine that failed, kept apart from what it might have found. */
export const engineError = z.object({
  engine: z.string().min(1).describe('Engine name.'),
  mode: z.enum(['current', 'target']).describe('Which plan was executed.'),
  reason: engineErrorReason,
  message: z.string().min(1).describe('One sentence: what happened and what to do.'),
  exitCode: z.int().nullable().describe('Exit code as the tool returned it, if there was one.'),
  signal: z.string().nullable().describe('Signal that ended it, if one did.'),
  argv: z.array(z.string()).describe('The command as executed.'),
  cwd: z.string().describe('Where it ran.'),
  stderrExcerpt: z.string().max(4000).describe('The end of its standard error.'),
});
export type EngineError = z.infer<typeof engineError>;
