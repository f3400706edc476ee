import * as z from 'zod';
import { action } from './decision.ts';
import { usd } from './cost.ts';
import { installationId, runId, sha, timestamp, workspaceId } from './ids.ts';
import { judgingSummary } from './judging.ts';
import { workspaceCommand } from './message.ts';
import { observation } from './observation.ts';
import { checkSession, manualSession, session, sessionKind } from './session.ts';
import { transition } from './transition.ts';
import { vouching } from './vouching.ts';

export const pullRequest = z.object({
  host: z.string().min(1).describe('The forge, for example github.com.'),
  repositoryId: z.string().min(1).describe('Stable id; survives renames and transfers.'),
  owner: z.string().min(1).describe('Owner as last seen.'),
  name: z.string().min(1).describe('Repository name as last seen.'),
  number: z.int().positive().describe('Number of the pull request.'),
  nodeId: z.string().optional().describe('Id of the pull request in queries, once known.'),
});
export type PullRequest = z.infer<typeof pullRequest>;

const lastDecision = z.object({
  action,
  code: z.string().describe('The guard that decided.'),
  reason: z.string().describe('Why, in one sentence.'),
  needsHuman: z.boolean().describe('Nothing happens by itself until a person acts.'),
  at: timestamp.describe('When this was first decided.'),
});

/** How a session ended. */
export const sessionOutcome = z
  .enum([
    'pushed',
    'no-push',
    'unavailable',
    'lost-race',
    'timed-out',
    'crashed',
    'never-started',
    'cancelled',
  ])
  .describe('What became of a session.');
export type SessionOutcome = z.infer<typeof sessionOutcome>;

/** Nothing was tried, for no agent could work. */
const unavailable = z.object({
  because: z.enum(['provider', 'account']).describe('What the agents lacked.'),
  times: z.int().positive().describe('Sessions in a row at that head.'),
});

const lastSession = z.object({
  runId: runId.describe('The run it executed.'),
  kind: sessionKind,
  outcome: sessionOutcome,
  reason: z.string().describe('Why it ended so, in one sentence.'),
  at: timestamp.describe('When it was cleared.'),
  fingerprint: z.string().describe('The observation it was started for.'),
  headBefore: sha.describe('The head it worked on.'),
  relaunches: z.int().nonnegative().describe('Crashes in a row at that head.'),
  patch: z.boolean().describe('A verified patch waits for a person who may push.'),
  unavailable: unavailable.optional().describe('Absent: agents could work.'),
});
export type LastSession = z.infer<typeof lastSession>;

const blob = sha.nullable().describe('Git id of its content; null: it was not there.');

const pushedPath = z.object({
  path: z.string().describe('Repository-relative POSIX path.'),
  before: blob,
  after: blob,
});
export type PushedPath = z.infer<typeof pushedPath>;

const takenBack = z.object({
  by: sha.describe('The first head without it.'),
  at: timestamp.describe('When that was seen.'),
  paths: z.array(z.string()).describe('Where; empty: all of it.'),
});

const push = z.object({
  sha: sha.describe('The commit that we pushed.'),
  tree: sha.describe('Its tree.'),
  undo: z.string().describe('Digest of what would take it back.'),
  kind: sessionKind,
  at: timestamp.describe('When.'),
  heardUntil: timestamp
    .optional()
    .describe('When the newest of what reviewers had written by then was written.'),
  left: z
    .array(z.string())
    .optional()
    .describe('Ids of threads in which a reviewer still waits for a change; absent: none.'),
  runId: runId.optional().describe('The run whose result it is.'),
  parent: sha.optional().describe('The head that it was pushed onto.'),
  treeBefore: sha.optional().describe('The tree of that head.'),
  merged: sha.optional().describe('The tip of the base that it merged; absent: none.'),
  causes: z
    .array(z.string())
    .optional()
    .describe('What asked for it: failed checks, threads and reviews, or the conflict.'),
  changes: z
    .array(pushedPath)
    .optional()
    .describe('What it changed, of very much the first; absent: that is not remembered.'),
  takenBack: takenBack
    .optional()
    .describe('That people took it back; absent: it is as we left it.'),
});
export type Push = z.infer<typeof push>;

/** The part of a workspace that a decision may change. */
export const workspaceState = z.object({
  schemaVersion: z.literal(1).describe('Version of this shape.'),
  id: workspaceId.describe('Identity of the workspace.'),
  installationId: installationId.describe('The installation that grants access.'),
  pullRequest: pullRequest.describe('The pull request under watch.'),
  enabled: z.boolean().describe('Whether fixing was switched on at the last look.'),
  switched: z
    .object({
      to: z.enum(['on', 'off']).describe('Where to.'),
      by: z.string().describe('By whom.'),
      at: timestamp.describe('When it was said.'),
    })
    .optional()
    .describe('What a person said last; absent: label and configuration decide.'),
  vouched: z
    .object({
      by: z.string().describe('By whom.'),
      at: timestamp.describe('When it was said.'),
    })
    .optional()
    .describe('Who last asked for another try, knowing the head that was there then.'),
  judging: judgingSummary
    .extend({
      headSha: sha.describe('The head that was checked.'),
      runId: runId.describe('The run that checked it.'),
    })
    .optional()
    .describe('What the last check said of changes to how the code is judged; absent: nothing.'),
  vouchedJudging: z
    .object({
      headSha: sha.describe('The head.'),
      by: z.string().describe('By whom.'),
      at: timestamp.describe('When.'),
    })
    .optional()
    .describe('Who last vouched for how a head is judged.'),
  vouching: vouching
    .extend({ headSha: sha.describe('The head that it is about.') })
    .optional()
    .describe('Who vouches for the head, as far as the forge tells.'),
  consecutiveFixupAttempts: z.int().nonnegative().describe('Pushed fixups in a row.'),
  staleCiSince: timestamp.optional().describe('Since when checks are awaited after our push.'),
  lastCiRunIds: z.array(z.string()).describe('Check executions seen before our last push.'),
  lastPushAt: timestamp.optional().describe('When the branch last moved.'),
  lastPushSha: sha.optional().describe('The head that our last push made.'),
  lastCheckedAt: timestamp.optional().describe('When it was last looked at.'),
  spentFingerprints: z
    .array(z.string())
    .max(50)
    .describe('Observations already acted on, newest last.'),
  reviewLeft: z
    .enum(['to-people', 'again'])
    .optional()
    .describe('A session answered a review and changed nothing; again: a person asks once more.'),
  lastDecision: lastDecision.optional().describe('What the last look decided.'),
  observation: observation.optional().describe('What the last look saw.'),
  session: session.optional().describe('The live session, at most one.'),
  check: checkSession.optional().describe('The run that checks the head, while it runs.'),
  checkedSha: sha.optional().describe('The head that was checked last, or is being checked.'),
  lostCheckOf: sha.optional().describe('The head whose check was begun anew: its worker was lost.'),
  checkedConfig: z.string().optional().describe('Digest of the configuration it was checked by.'),
  leftovers: z
    .array(
      z.object({
        runId: runId.describe('The run it worked on.'),
        taskRef: z.string().describe('The worker as its launcher knows it.'),
      }),
    )
    .max(20)
    .describe('Workers of sessions that were cleared; stopped before anything new begins.'),
  lastSession: lastSession.optional().describe('How the last session ended.'),
  pushes: z.array(push).max(20).describe('What we pushed, newest last.'),
  lookedForIn: sha
    .optional()
    .describe('The head, pushed by other people, in which our pushes were looked for last.'),
  treesBefore: z.array(sha).max(20).describe('Trees that we found and changed, newest last.'),
  rerun: z.array(z.string()).max(50).describe('Failed checks that we ran once more, newest last.'),
  updatedFrom: z
    .object({
      headSha: sha.describe('The head that was brought up to date.'),
      baseSha: sha.describe('The base that was merged into it.'),
    })
    .optional()
    .describe('The last update of the branch from its base.'),
  baseBroken: z
    .array(z.string())
    .optional()
    .describe('Checks that failed here because they fail on the base.'),
  incident: z
    .object({
      fingerprint: z.string().describe('The failure that many pull requests share.'),
      until: timestamp.describe('When it is asked again.'),
      observed: z
        .string()
        .optional()
        .describe('The observation that last showed this failure; absent: any may.'),
    })
    .optional()
    .describe('A failure of many pull requests: nothing is fixed while it lasts.'),
  unknownSince: timestamp.optional().describe('Since when nothing certain is known.'),
  obeyed: z.array(z.string()).max(50).describe('Comments whose command was obeyed, newest last.'),
  refused: z
    .array(z.string())
    .max(50)
    .optional()
    .describe('Comments of people who may not command, newest last; absent: none.'),
  answers: z
    .array(
      z.object({
        question: z.string().describe('What was asked.'),
        answer: z.string().describe('What a person said.'),
        by: z.string().describe('Who.'),
      }),
    )
    .max(20)
    .describe('Answers of people to questions of plans, newest last.'),
  question: z.string().optional().describe('What a plan waits to be told.'),
  spentUsd: usd.describe('What agents cost on this pull request.'),
  unreported: z
    .array(runId)
    .max(20)
    .optional()
    .describe('Runs whose result was promised to people and not shown yet; absent: none.'),
  sticky: z
    .object({
      commentId: z.string().describe('The comment.'),
      digest: z.string().describe('Of the text it has.'),
    })
    .optional()
    .describe('The comment that says how things stand.'),
  light: z.string().optional().describe('Digest of the short reading of the last full look.'),
  readAt: timestamp.optional().describe('When everything was read last.'),
  wakeSeqSeen: z.int().nonnegative().describe('The wakes that were known at the last look.'),
  manualSession: manualSession.optional().describe('A hold by another agent.'),
  archivedAt: timestamp.optional().describe('When the pull request was closed or merged.'),
  createdAt: timestamp.describe('When the watch began.'),
});
export type WorkspaceState = z.infer<typeof workspaceState>;

/** What the last change promised and what may not have happened yet. */
export const outbox = z.object({
  rev: z.int().positive().describe('The revision that made the promise.'),
  transition: transition.optional().describe('To be put into the log.'),
  commands: z.array(workspaceCommand).describe('To be enqueued.'),
});
export type Outbox = z.infer<typeof outbox>;

/** A workspace as stored. */
export const workspaceHead = z.object({
  state: workspaceState.describe('What decisions change.'),
  rev: z.int().positive().describe('Raised by every change of state.'),
  wakeSeq: z.int().nonnegative().describe('Raised by every wake.'),
  dueAt: timestamp.optional().describe('When to look again; absent: only when woken.'),
  outbox: outbox.optional().describe('Promises of the last change, until they are kept.'),
});
export type WorkspaceHead = z.infer<typeof workspaceHead>;

/** A webhook delivery that was handled, so that its repetition is recognised. */
export const delivery = z.object({
  id: z.string().min(1).max(200).describe('The id the forge gave it.'),
  outcome: z.string().min(1).describe('Woken, or ignored and why.'),
  receivedAt: timestamp.describe('When it came.'),
  expiresAt: timestamp.describe('When it may be forgotten.'),
});
export type Delivery = z.infer<typeof delivery>;
