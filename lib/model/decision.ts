import * as z from 'zod';
import { sha, timestamp } from './ids.ts';
import { ciStatus, failedCheck } from './observation.ts';

export const action = z
  .enum([
    'WAIT',
    'CLEANUP_ONLY',
    'FIX_MERGE_CONFLICT',
    'FIX_CI',
    'FIX_REVIEW',
    'DONE',
    'TERMINAL_FAILED',
  ])
  .describe('What one look at a pull request asks for.');
export type Action = z.infer<typeof action>;

/** What the fourteen guards read. */
export const decisionInputs = z.object({
  workingSession: z
    .enum(['none', 'idle', 'working'])
    .describe('Another agent at work on the branch: only working blocks.'),
  prState: z.enum(['none', 'open', 'closed', 'merged']).describe('State of the pull request.'),
  ciStatus,
  mergeState: z.enum(['mergeable', 'conflicting', 'unknown']).describe('Whether it merges.'),
  reviewState: z.enum(['clear', 'changes-requested']).describe('Whether a review waits for us.'),
  ratchetEnabled: z.boolean().describe('Whether fixing is switched on.'),
  consecutiveAttempts: z.int().nonnegative().describe('Pushed fixups in a row.'),
  attemptLimit: z.int().positive().describe('Pushed fixups in a row before a human is asked.'),
  staleCi: z
    .enum(['fresh', 'stale', 'timed-out'])
    .describe('Whether checks have restarted since our last push.'),
});
export type DecisionInputs = z.infer<typeof decisionInputs>;

/** What the forge is asked to do while Ratchetr waits: it needs no session. */
export const forgeAction = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('rerun').describe('Run failed checks once more.'),
    headSha: sha.describe('The head they belong to.'),
    checks: z.array(failedCheck).min(1).describe('Which ones.'),
  }),
  z.object({
    kind: z.literal('update').describe('Merge the base into the branch.'),
    headSha: sha.describe('The head it must still have.'),
    baseSha: sha.describe('The base as it was seen.'),
  }),
]);
export type ForgeAction = z.infer<typeof forgeAction>;

export const decision = z.object({
  action,
  code: z
    .string()
    .regex(/^[A-Z][A-Z0-9_]*$/)
    .describe('The guard that decided, for example STALE_CI_TIMEOUT.'),
  reason: z.string().min(1).describe('The same for people, in one sentence.'),
  inputs: decisionInputs.describe('What it was decided from.'),
  forgeAction: forgeAction.optional().describe('What the forge is asked to do meanwhile.'),
  needsHuman: z.boolean().describe('Nothing will happen by itself until a person acts.'),
  nextCheckAt: timestamp.nullable().describe('When to look again; null: only when woken.'),
});
export type Decision = z.infer<typeof decision>;
