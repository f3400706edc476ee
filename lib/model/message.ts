import * as z from 'zod';
import { forgeAction } from './decision.ts';
import { runId, timestamp, workspaceId } from './ids.ts';

/** What a change of a workspace asks others to do. Carried at least once; doing it twice is safe. */
export const workspaceCommand = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('dispatch').describe('Launch a worker.'),
    runId: runId.describe('For this run.'),
  }),
  z.object({
    kind: z.literal('publish').describe('Put a changeset on the branch.'),
    runId: runId.describe('The session that made it.'),
  }),
  z.object({
    kind: z.literal('exit').describe('Account for a worker that is over.'),
    runId: runId.describe('The run it worked on.'),
  }),
  z.object({
    kind: z.literal('stop').describe('Stop a worker.'),
    runId: runId.describe('The run it works on.'),
    taskRef: z.string().describe('The worker as its launcher knows it.'),
    because: z.string().describe('Why.'),
  }),
  z.object({
    // Queued messages of earlier versions have these names.
    kind: z.literal('errand').describe('Ask the forge to act.'),
    errand: forgeAction.describe('What to do.'),
  }),
  z.object({
    kind: z.literal('report').describe('Bring what people see up to date.'),
    runId: runId.optional().describe('The run whose result is to be shown as well.'),
  }),
]);
export type WorkspaceCommand = z.infer<typeof workspaceCommand>;

const schemaVersion = z.literal(1).describe('Version of this shape.');

/** What a queue carries: pointers, never state. */
export const message = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('look').describe('Decide about workspaces of one repository.'),
    schemaVersion,
    workspaceIds: z.array(workspaceId).min(1).max(50).describe('Which ones.'),
  }),
  z.object({
    kind: z.literal('command').describe('Do what a change of a workspace promised.'),
    schemaVersion,
    workspaceId: workspaceId.describe('The workspace it concerns.'),
    command: workspaceCommand.describe('What to do.'),
  }),
  z.object({
    kind: z.literal('asked').describe('Obey a person who may say so.'),
    schemaVersion,
    workspaceId: workspaceId.describe('The workspace it concerns.'),
    commentId: z.string().min(1).describe('The comment that asks; the same one is obeyed once.'),
    login: z.string().min(1).describe('Who asks.'),
    text: z.string().describe('The words after /ratchet.'),
    askedAt: timestamp.optional().describe('When it was written; absent: just now.'),
  }),
]);
export type Message = z.infer<typeof message>;
