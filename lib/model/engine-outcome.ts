import * as z from 'zod';
import { engineError } from './engine-error.ts';
import { enginePlan } from './engine-plan.ts';

export const exitCategory = z
  .enum(['success', 'diagnostic', 'tool_failure', 'unknown'])
  .describe('What the end of the tool means.');
export type ExitCategory = z.infer<typeof exitCategory>;

/** Beside the category: how far the report can be believed to be all there is. */
export const completeness = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('complete').describe('All of the scope was judged.') }),
  z.object({
    kind: z.literal('partial').describe('Some of the scope was not judged.'),
    reason: z.string().min(1).describe('Why, in one sentence.'),
  }),
  z.object({
    kind: z.literal('none').describe('Nothing can be concluded.'),
    reason: z.string().min(1).describe('Why, in one sentence.'),
  }),
]);
export type Completeness = z.infer<typeof completeness>;

/** What an engine run amounted to. */
export const engineOutcome = z.object({
  schemaVersion: z.literal(1).describe('Version of this shape.'),
  plan: enginePlan.describe('What it was given.'),
  origin: z
    .enum(['run', 'derived', 'cached'])
    .describe('Executed, filtered from the other mode, or taken from the cache.'),
  argv: z.array(z.string()).describe('The command as executed.'),
  toolVersion: z.string().nullable().describe('The version the tool gives, if it gives one.'),
  pinned: z
    .literal(true)
    .optional()
    .describe("A tool of the operator's own; absent: one that the project installed."),
  rawExit: z.int().nullable().describe('Exit code as the tool returned it.'),
  exit: z.int().nullable().describe('Exit code after classification: 0 where it is a success.'),
  signal: z.string().nullable().describe('Signal that ended it, if one did.'),
  category: exitCategory,
  completeness: completeness.describe('How far the report reaches.'),
  warnings: z.array(z.string()).describe('What makes the result less sure, in sentences.'),
  error: engineError.nullable().describe('Why there is no trustworthy result.'),
  findings: z.int().nonnegative().describe('How many findings it gave.'),
  durationMs: z.int().nonnegative().describe('How long it took.'),
});
export type EngineOutcome = z.infer<typeof engineOutcome>;
