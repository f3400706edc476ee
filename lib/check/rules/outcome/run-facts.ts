import * as z from 'zod';
import type { EngineError } from '#model/engine-error.ts';

export type EngineErrorReason = EngineError['reason'];

/** How the process ended, as the runner of processes reports it. */
const ending = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('exited'), code: z.int() }),
    z.object({ kind: z.literal('signalled'), signal: z.string() }),
    z.object({ kind: z.literal('spawn-failed'), code: z.string(), message: z.string() }),
    z.object({
      kind: z.literal('timed-out'),
      limit: z.enum(['wall', 'idle']),
      limitMs: z.number(),
    }),
    z.object({
      kind: z.literal('overflowed'),
      stream: z.enum(['stdout', 'stderr']),
      limitBytes: z.number(),
    }),
    z.object({ kind: z.literal('overgrown'), limitBytes: z.number() }),
    z.object({ kind: z.literal('aborted') }),
  ])
  .describe('How the process ended.');
export type ProcessEnd = z.infer<typeof ending>;

const validReport = z.enum(['valid-empty', 'valid-findings']);
const brokenReport = z.enum(['absent', 'empty', 'unparseable', 'invalid', 'truncated']);
export type ValidReport = z.infer<typeof validReport>;
export type BrokenReport = z.infer<typeof brokenReport>;
export type ReportState = ValidReport | BrokenReport;

const reportFailure = z.object({
  reason: z.enum(['CRASHED', 'CONFIG_INVALID']).describe('What kept it from its work.'),
  message: z.string().describe('What it says, in one line.'),
});
export type ReportFailure = z.infer<typeof reportFailure>;

const reportFacts = z
  .object({
    state: z
      .enum(['valid', ...brokenReport.options])
      .describe('unparseable: not its format. invalid: its format in another shape.'),
    findings: z.int().nonnegative().describe('How many findings it gave.'),
    analysed: z
      .int()
      .nonnegative()
      .nullable()
      .describe('How many files or tests it says it judged; null: it does not say.'),
    expected: z
      .int()
      .nonnegative()
      .nullable()
      .describe('How many it says it should have judged; null: it does not say.'),
    verdict: z
      .enum(['passed', 'failed'])
      .nullable()
      .describe('What the report itself says of the run; null: it does not say.'),
    failure: reportFailure
      .optional()
      .describe('Why the tool says in its report that it could not do its work.'),
  })
  .describe('What the report amounts to.');
export type ReportFacts = z.infer<typeof reportFacts>;

/** All that the judgement of a run rests on: stored beside the outcome, so it can be judged again. */
export const runFacts = z.object({
  ending,
  action: z.enum(['check', 'fix']).describe('Whether it was to judge files or to change them.'),
  report: reportFacts,
  excerpts: z
    .object({ stdout: z.string(), stderr: z.string() })
    .describe('The ends of its streams, cleaned.'),
  matched: z.array(z.string()).describe('The probes that matched the whole texts.'),
  argv: z.array(z.string()).describe('The command as executed.'),
  cwd: z.string().describe('Where it ran.'),
});
export type RunFacts = z.infer<typeof runFacts>;
