import * as z from 'zod';
import { action } from './decision.ts';
import { installationId, sha, timestamp, workspaceId } from './ids.ts';
import { workspaceCommand } from './message.ts';
import { observation } from './observation.ts';
import { manualSession, session } from './session.ts';
import { transition } from './transition.ts';

export const pullRequest = z.object({
  host: z.string().min(1).describe('The forge, for example github.com.'),
  repositoryId: z.string().min(1).describe('Stable id; survives renames and transfers.'),
  owner: z.string().min(1).describe('Owner as last seen.'),
  name: z.string().min(1).describe('Repository name as last seen.'),
  number: z.int().positive().describe('Number of the pull request.'),
});
export type PullRequest = z.infer<typeof pullRequest>;

const lastDecision = z.object({
  action,
  code: z.string().describe('The guard that decided.'),
  reason: z.string().describe('Why, in one sentence.'),
  at: timestamp.describe('When.'),
});

/** The part of a workspace that a decision may change. */
export const workspaceState = z.object({
  schemaVersion: z.literal(1).describe('Version of this shape.'),
  id: workspaceId.describe('Identity of the workspace.'),
  installationId: installationId.describe('The installation that grants access.'),
  pullRequest: pullRequest.describe('The pull request under watch.'),
  enabled: z.boolean().describe('Whether fixing is switched on.'),
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
  lastDecision: lastDecision.optional().describe('What the last look decided.'),
  observation: observation.optional().describe('What the last look saw.'),
  session: session.optional().describe('The live session, at most one.'),
  manualSession: manualSession.optional().describe('A hold by somebody else.'),
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
