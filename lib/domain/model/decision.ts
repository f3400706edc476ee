import * as z from 'zod';
import { ciStatus } from './observation.ts';
import { timestamp } from './ids.ts';

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

/** Everything the decision depends on, so that it can be replayed. */
export const decisionInputs = z.object({
  prState: z.enum(['none', 'open', 'closed', 'merged']).describe('State of the pull request.'),
  ciStatus,
  mergeState: z.enum(['mergeable', 'conflicting', 'unknown']).describe('Whether it merges.'),
  reviewState: z.enum(['clear', 'changes-requested']).describe('Whether a review waits for us.'),
  ratchetEnabled: z.boolean().describe('Whether fixing is switched on.'),
  consecutiveAttempts: z.int().nonnegative().describe('Pushed fixups in a row.'),
  staleCi: z
    .enum(['fresh', 'stale', 'timed-out'])
    .describe('Whether checks have restarted since our last push.'),
});
export type DecisionInputs = z.infer<typeof decisionInputs>;

export const decision = z.object({
  action,
  code: z
    .string()
    .regex(/^[A-Z][A-Z0-9_]*$/)
    .describe('The guard that decided, for example STALE_CI_TIMEOUT.'),
  reason: z.string().min(1).describe('The same for people, in one sentence.'),
  inputs: decisionInputs.describe('What it was decided from.'),
  nextCheckAt: timestamp.nullable().describe('When to look again; null: only when woken.'),
});
export type Decision = z.infer<typeof decision>;
