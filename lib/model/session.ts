import * as z from 'zod';
import { artifactKey } from './artifact.ts';
import { runId, sha, timestamp } from './ids.ts';

export const sessionPhase = z
  .enum(['reserved', 'launching', 'running', 'finished', 'publishing'])
  .describe('How far the session is; a cleared session is gone from its workspace.');

export const sessionKind = z
  .enum(['merge-conflict', 'ci', 'review'])
  .describe('What a session was started to fix.');
export type SessionKind = z.infer<typeof sessionKind>;

/** What a workspace knows of the worker of any run. */
const worker = z.object({
  startBy: timestamp.describe('A worker that has not started by then never will.'),
  deadline: timestamp.describe('A worker that has not finished by then is stopped.'),
  launches: z.int().nonnegative().describe('How often a worker was launched for it.'),
  fence: z.int().nonnegative().describe('Number of the worker that may speak for it.'),
  taskRef: z.string().optional().describe('The worker as its launcher knows it.'),
  nonce: z.string().optional().describe('What its worker said when it started.'),
  suspectedAt: timestamp.optional().describe('When its worker was first seen to be gone.'),
});

/** A live worker executing a fixup run. Only a change that names its id moves or clears it. */
export const session = worker.extend({
  id: runId.describe('The run it executes.'),
  kind: sessionKind,
  phase: sessionPhase,
  headBefore: sha.describe('The head it works on.'),
  headTree: sha.describe('The tree of that head.'),
  fingerprint: z.string().min(1).describe('The observation it was started for.'),
  runIdsBefore: z.array(z.string()).describe('Check executions seen at that head.'),
  reservedAt: timestamp.describe('When it was decided.'),
  heardUntil: timestamp.optional().describe('When a reviewer had last written by then.'),
  causes: z
    .array(z.string())
    .optional()
    .describe('What asked for it: failed checks, threads and reviews, or the conflict.'),
  changeset: artifactKey.optional().describe('What it wants on the branch.'),
  intendedSha: sha.optional().describe('The commit that publish is about to make the head.'),
  cancelled: z.string().optional().describe('Why nothing of it may be published any more.'),
});
export type Session = z.infer<typeof session>;

/** The run that checks one head, at most one at a time. It never holds a decision up. */
export const checkSession = worker.extend({
  id: runId.describe('The run it executes.'),
  // What an earlier version stored has no kind.
  kind: z.literal('check').default('check').describe('It checks, and repairs nothing.'),
  phase: z.enum(['reserved', 'launching', 'running']).describe('How far it is.'),
  headSha: sha.describe('The head it checks.'),
});
export type CheckSession = z.infer<typeof checkSession>;

/** A run that has a worker, or waits for one; its kind tells which of the two it is. */
export type LiveRun = Session | CheckSession;

/** Another agent at work on the branch: while working it holds the ratchet, idle it does not. */
export const manualSession = z.object({
  id: z.string().min(1).describe('Identity of the hold.'),
  holder: z.string().min(1).describe('Who works.'),
  state: z.enum(['working', 'idle']).describe('Only working blocks.'),
  expiresAt: timestamp.describe('When the hold ends by itself.'),
});
