import * as z from 'zod';
import { sha, timestamp } from './ids.ts';

export const ciStatus = z
  .enum(['none', 'running', 'failed', 'passed', 'unsettled'])
  .describe('All checks of the head reduced to one word; unsettled is never green.');
export type CiStatus = z.infer<typeof ciStatus>;

export const failedCheck = z.object({
  app: z.string().describe('The App or status creator that reports it.'),
  workflow: z.string().optional().describe('The workflow, where there is one.'),
  name: z.string().describe('Name of the check run or status context.'),
  event: z.string().optional().describe('What the workflow ran for; absent: not known, or none.'),
  runId: z.string().describe('Identity of this execution, attempt number included.'),
  ours: z.literal(true).optional().describe('It is our own check; absent: it is not.'),
  jobId: z.string().optional().describe('Set where it can run again and its log can be read.'),
  summary: z.string().optional().describe('What it says of its result, shortened.'),
  url: z.string().optional().describe('Where a person can read it.'),
});
export type FailedCheck = z.infer<typeof failedCheck>;

const heldSuite = z.object({
  id: z.string().describe('The suite.'),
  name: z.string().describe('The workflow, or the App where none is known.'),
  event: z.string().optional().describe('What the workflow runs for.'),
  says: z
    .enum(['not-begun', 'approval', 'broken', 'uncertain'])
    .describe('What it waits for: to begin, for a person who approves it, or for ever.'),
  since: timestamp.describe('When it was made.'),
});
export type HeldSuite = z.infer<typeof heldSuite>;

const pendingCheck = z.object({
  key: z
    .string()
    .describe('The execution; of a status its name, for each word of it is another one.'),
  name: z.string().describe('What it is called for people.'),
  since: timestamp.describe('Since when it has not ended.'),
});
export type PendingCheck = z.infer<typeof pendingCheck>;

const ci = z.object({
  verdict: ciStatus.describe('What the checks say by themselves, before they have settled.'),
  status: ciStatus,
  since: timestamp.describe('Since when this set of executions has been there unchanged.'),
  runIds: z.array(z.string()).describe('Identities of all executions not ours, sorted.'),
  running: z.array(z.string()).describe('Of these, the ones that are not over, sorted.'),
  failed: z
    .array(failedCheck)
    .describe('The newest execution of each check that failed, of very many the first hundred.'),
  missing: z.array(z.string()).describe('Required checks that never reported, sorted.'),
  onBase: z.array(z.string()).describe('Failing checks that fail on the base branch as well.'),
  baseUnknownSince: timestamp
    .optional()
    .describe('Since when the base neither passes nor fails some of them; absent: it does.'),
  expected: z.boolean().describe('There are checks on this head or on the base branch.'),
  held: z
    .array(heldSuite)
    .optional()
    .describe('Suites that say something which no check of theirs shows; absent: none.'),
  pending: z
    .array(pendingCheck)
    .optional()
    .describe('Checks that are not over, ours too, the twenty oldest; absent: none.'),
});

const review = z.object({
  openThreads: z.array(z.string()).describe('Ids of threads that wait for us.'),
  answered: z
    .array(z.string())
    .optional()
    .describe('Ids of unresolved threads that we answered by words alone; absent: none.'),
  changesRequestedBy: z.array(z.string()).describe('Authors whose request for changes stands.'),
  requests: z
    .array(z.string())
    .optional()
    .describe('Ids of the reviews in which they request them; absent: none.'),
  newestAt: timestamp.optional().describe('When a reviewer last wrote anything.'),
});

const asked = z.object({
  id: z.string().min(1).describe('The comment that asks.'),
  login: z.string().describe('Who asks.'),
  text: z.string().describe('The words after /ratchet.'),
  at: timestamp.optional().describe('When it was written as it is.'),
});

/** What the forge says about a pull request at one head. */
export const observation = z.object({
  headSha: sha.describe('The head that everything below belongs to.'),
  headTree: sha.describe('The tree of the head.'),
  headRef: z.string().describe('The branch.'),
  headParents: z.array(sha).describe('Parents of the head, the first one first.'),
  headRepository: z.string().nullable().describe('owner/name of the branch; null: it is gone.'),
  fromFork: z.boolean().describe('The branch lies in another repository.'),
  headSeenAt: timestamp.describe('When this head was first seen.'),
  baseSha: sha.describe('Tip of the base branch.'),
  baseRef: z.string().describe('Name of the base branch.'),
  title: z.string().describe('Title of the pull request.'),
  url: z.string().describe('Where people read it.'),
  author: z.string().nullable().describe('Login of its author; null: the account is gone.'),
  authorAssociation: z.string().describe('What the author is to the repository.'),
  state: z
    .enum(['open', 'closed', 'merged', 'none'])
    .describe('State of the pull request; none: it or our access is gone.'),
  draft: z.boolean().describe('Whether it is a draft.'),
  inMergeQueue: z.boolean().describe('A push now would eject it.'),
  mergeable: z.enum(['mergeable', 'conflicting', 'unknown']).describe('Whether it merges cleanly.'),
  ci: ci.describe('Checks and statuses of the head.'),
  review: review.describe('What reviewers still ask for.'),
  asked: z.array(asked).describe('Commands in comments, oldest first.'),
  canPush: z.boolean().describe('Whether we may push to the branch.'),
  canPushWorkflows: z.boolean().describe('Whether a push may change workflow files.'),
  signaturesRequired: z.boolean().describe('The branch takes signed commits only.'),
  labels: z.array(z.string()).describe('Label names.'),
  labelledOn: z
    .object({
      by: z.string().nullable().describe('By whom; null: a program, or an account that is gone.'),
      at: timestamp.describe('When.'),
    })
    .optional()
    .describe('Who put the label on that switches the ratchet on; absent: it is not on.'),
  archived: z.boolean().optional().describe('Nothing in the repository changes any more.'),
  observedAt: timestamp.describe('When it was read.'),
  fingerprint: z
    .string()
    .min(1)
    .describe('Equal for states that ask for the same action, so none is acted on twice.'),
});
export type Observation = z.infer<typeof observation>;
