import * as z from 'zod';
import { sha, timestamp } from './ids.ts';

export const ciStatus = z
  .enum(['none', 'running', 'failed', 'passed', 'unsettled'])
  .describe('All checks of the head reduced to one word; unsettled is never green.');

export const failedCheck = z.object({
  app: z.string().describe('The App or status creator that reports it.'),
  workflow: z.string().optional().describe('The workflow, where there is one.'),
  name: z.string().describe('Name of the check run or status context.'),
  runId: z.string().describe('Identity of this execution, attempt number included.'),
  url: z.string().optional().describe('Where a person can read it.'),
});

const ci = z.object({
  status: ciStatus,
  runIds: z.array(z.string()).describe('Identities of all executions seen, sorted.'),
  failed: z.array(failedCheck).describe('The newest execution of each check that failed.'),
});

const review = z.object({
  openThreads: z.array(z.string()).describe('Ids of threads that wait for us.'),
  changesRequestedBy: z.array(z.string()).describe('Authors whose request for changes stands.'),
});

/** What the forge says about a pull request at one head. */
export const observation = z.object({
  headSha: sha.describe('The head that everything below belongs to.'),
  baseSha: sha.describe('Tip of the base branch.'),
  baseRef: z.string().describe('Name of the base branch.'),
  state: z.enum(['open', 'closed', 'merged']).describe('State of the pull request.'),
  draft: z.boolean().describe('Whether it is a draft.'),
  inMergeQueue: z.boolean().describe('A push now would eject it.'),
  mergeable: z.enum(['mergeable', 'conflicting', 'unknown']).describe('Whether it merges cleanly.'),
  ci: ci.describe('Checks and statuses of the head.'),
  review: review.describe('What reviewers still ask for.'),
  canPush: z.boolean().describe('Whether we may push to the branch.'),
  labels: z.array(z.string()).describe('Label names.'),
  observedAt: timestamp.describe('When it was read.'),
  fingerprint: z
    .string()
    .min(1)
    .describe('Equal for states that ask for the same action, so none is acted on twice.'),
});
export type Observation = z.infer<typeof observation>;
