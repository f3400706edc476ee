import * as z from 'zod';
import { engineOutcome, type EngineOutcome } from '#model/engine-outcome.ts';
import { severity } from '#model/finding.ts';
import { runFacts } from './run-facts.ts';

/** Raised when a parser reads more or otherwise than before: what older ones read is not used again. */
export const cacheVersion = 4;

const testIdentity = z.object({
  exception: z.string().optional(),
  frame: z.object({ path: z.string(), symbol: z.string() }).optional(),
});

const keptFinding = z.object({
  kind: z.string(),
  severity,
  rule: z.string().nullable(),
  message: z.string(),
  path: z.string().nullable(),
  line: z.number().nullable(),
  column: z.number().nullable(),
  testId: z.string().exactOptional(),
  testIdentity: testIdentity.exactOptional(),
  excerpt: z.string().exactOptional(),
  fixable: z.boolean().exactOptional(),
});

const keptTest = z.object({
  id: z.string(),
  file: z.string().optional(),
  skipped: z.boolean(),
  passes: z.literal(true).exactOptional(),
});

const keptCoverage = z.object({
  path: z.string(),
  covered: z.number(),
  total: z.number(),
  uncovered: z.array(z.number()),
});

/** What a tool wrote when it gave a result. */
export const cachedWritten = z.object({
  log: z.string(),
  reports: z.array(z.tuple([z.string(), z.string()])),
});

/** The result of a run, with all that is needed to judge and report it as if it had run now. */
export const cachedRun = z.object({
  version: z.literal(cacheVersion),
  outcome: engineOutcome,
  facts: runFacts,
  findings: z.array(keptFinding),
  tests: z.array(keptTest).exactOptional(),
  coverage: z.array(keptCoverage).exactOptional(),
  /** The name of the evidence that the run left. */
  keptAs: z.string().exactOptional(),
});
export type CachedRun = z.infer<typeof cachedRun>;

/** Only a result that is whole is kept: what failed may succeed next time, and a failing test may be flaky. */
export function isWorthKeeping(
  { category, completeness, findings }: EngineOutcome,
  { ranTests }: { readonly ranTests: boolean },
): boolean {
  if (category !== 'success' && category !== 'diagnostic') return false;
  return completeness.kind === 'complete' && !(ranTests && findings > 0);
}
