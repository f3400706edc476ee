import * as z from 'zod';
import { findingId, runId, timestamp } from './ids.ts';

/** Worst first; the order is the order of repair. */
export const severity = z
  .enum(['blocker', 'high', 'medium', 'low'])
  .describe('How much it matters, the same scale for every engine.');
export type Severity = z.infer<typeof severity>;

/** One normalized diagnostic of any tool. */
export const finding = z.object({
  id: findingId.describe('Identity inside the run.'),
  runId: runId.describe('The run that collected it.'),
  tool: z.string().min(1).describe('The engine that reported it, for example pytest.'),
  kind: z.string().min(1).describe('The family, for example test_failure or coverage_gap.'),
  severity,
  fingerprint: z.string().min(1).describe('Stable across runs, moved lines and renamed files.'),
  message: z.string().describe('What the tool said.'),
  filePath: z.string().optional().describe('Repository-relative POSIX path.'),
  line: z.int().positive().optional().describe('First line, counted from 1.'),
  column: z.int().positive().optional().describe('First column as the tool counts it, from 1.'),
  symbol: z.string().optional().describe('The rule or code name the tool gives.'),
  testId: z.string().optional().describe('The test, for example a pytest node id.'),
  rawRef: z
    .string()
    .optional()
    .describe('The artifact of the run that it was read from: a report, or a log.'),
  meta: z.record(z.string(), z.json()).optional().describe('Facts only this engine understands.'),
  createdAt: timestamp.describe('When it was recorded.'),
});
export type Finding = z.infer<typeof finding>;

/** Collections of one run: at its start, at each checkpoint and at its end. */
export const findingStage = z
  .string()
  .regex(/^(start|final|checkpoint-[0-9]{1,4})$/, 'start, final or checkpoint-<number>')
  .describe('The moment of the run at which the findings were collected.');

/** What a store knows of one engine's findings without reading them all. */
export const findingCounts = z.object({
  tool: z.string().describe('The engine.'),
  stage: findingStage,
  total: z.int().nonnegative().describe('How many there are.'),
  bySeverity: z
    .partialRecord(severity, z.int().nonnegative())
    .describe('How many there are of each severity.'),
});
export type FindingCounts = z.infer<typeof findingCounts>;
