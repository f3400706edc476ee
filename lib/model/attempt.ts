import * as z from 'zod';
import { artifactName } from './artifact.ts';
import { cost } from './cost.ts';
import { runId, taskId, timestamp, workerId } from './ids.ts';

export const diffStats = z.object({
  filesChanged: z.int().nonnegative().describe('Files touched.'),
  insertions: z.int().nonnegative().describe('Lines added.'),
  deletions: z.int().nonnegative().describe('Lines removed.'),
});

const told = z.object({
  code: z
    .string()
    .regex(/^[A-Z][A-Z0-9_]*$/)
    .describe('For machines, for example PROTECTED_PATH.'),
  sentence: z.string().min(1).describe('For people.'),
});

/** Accepted or rejected; a rejection always says why. */
export const verdict = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('accepted').describe('The diff is taken.'),
    warnings: z.array(told).optional().describe('What speaks against it and refuses nothing.'),
  }),
  z.object({
    kind: z.literal('rejected').describe('The diff is dropped.'),
    reasons: z.array(told).min(1).describe('Everything that speaks against it.'),
  }),
]);

const attemptIdentity = z.object({
  runId: runId.describe('The run.'),
  taskId: taskId.describe('The task that is tried.'),
  attemptNo: z.int().positive().describe('Which claim of the task this is; also its fence.'),
});

/** What is known when an attempt begins. */
export const attemptStart = attemptIdentity.extend({
  worker: workerId.describe('Who tries.'),
  agentName: z.string().min(1).describe('Which agent edits.'),
  startedAt: timestamp.describe('When it began.'),
});
export type AttemptStart = z.infer<typeof attemptStart>;

const attemptFacts = z.object({
  agentExitCode: z.int().optional().describe('Exit code of the agent program.'),
  validationExitCode: z.int().optional().describe('Exit code of our own validation.'),
  finishedAt: timestamp.describe('When it ended.'),
  summary: z.record(z.string(), z.json()).describe('What the agent and validation reported.'),
  diffStats: diffStats.optional().describe('Size of the diff, by our own count.'),
  artifacts: z.array(artifactName).describe('Names of what it left behind.'),
  verdict: verdict.optional().describe('What enforcement said.'),
  cost: cost.optional().describe('What it consumed.'),
});

/** `blocked` waits for a person: the task is not tried again by itself. `interrupted` is no failure. */
export const attemptResult = attemptIdentity.extend(attemptFacts.shape).extend({
  outcome: z
    .enum(['succeeded', 'failed', 'blocked', 'interrupted'])
    .describe('How the attempt ended.'),
  reason: z.string().optional().describe('Why, in one sentence.'),
});
export type AttemptResult = z.infer<typeof attemptResult>;

export const attempt = attemptStart.extend(attemptFacts.partial().shape).extend({
  status: z.enum(['running', 'succeeded', 'failed']).describe('How the attempt stands.'),
  reason: z.string().optional().describe('Why, in one sentence.'),
});
export type Attempt = z.infer<typeof attempt>;
