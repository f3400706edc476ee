import * as z from 'zod';
import { artifactKey } from './artifact.ts';
import { runId, sha, timestamp } from './ids.ts';

export const sessionPhase = z
  .enum(['reserved', 'launching', 'running', 'finished', 'publishing'])
  .describe('How far the session is; a cleared session is gone from its workspace.');

/** A live worker executing a fixup run. Only a change that names its id moves or clears it. */
export const session = z.object({
  id: runId.describe('The run it executes.'),
  kind: z.enum(['merge-conflict', 'ci', 'review']).describe('What it was started to fix.'),
  phase: sessionPhase,
  headBefore: sha.describe('The head it works on.'),
  fingerprint: z.string().min(1).describe('The observation it was started for.'),
  startBy: timestamp.describe('A worker that has not started by then never will.'),
  deadline: timestamp.describe('A worker that has not finished by then is stopped.'),
  launches: z.int().nonnegative().describe('How often a worker was launched for it.'),
  fence: z.int().nonnegative().describe('Number of the worker that may speak for it.'),
  taskRef: z.string().optional().describe('The worker as its launcher knows it.'),
  changeset: artifactKey.optional().describe('What it wants on the branch.'),
  intendedSha: sha.optional().describe('The commit that publish is about to make the head.'),
  cancelled: z.string().optional().describe('Why nothing of it may be published any more.'),
});
export type Session = z.infer<typeof session>;

/** Somebody else at work on the branch: while working it holds the ratchet, idle it does not. */
export const manualSession = z.object({
  id: z.string().min(1).describe('Identity of the hold.'),
  holder: z.string().min(1).describe('Who works.'),
  state: z.enum(['working', 'idle']).describe('Only working blocks.'),
  expiresAt: timestamp.describe('When the hold ends by itself.'),
});
export type ManualSession = z.infer<typeof manualSession>;
