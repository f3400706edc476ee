import * as z from 'zod';
import { findingCounts } from './finding.ts';
import { runId, sha, taskId, timestamp, workspaceId } from './ids.ts';
import { taskStatus } from './task.ts';
import { artifactName } from './artifact.ts';
import { usd } from './cost.ts';

export const runKind = z
  .enum(['check', 'fixup'])
  .describe('check: engines only. fixup: engines, agents and a changeset.');
export type RunKind = z.infer<typeof runKind>;

export const runStatus = z
  .enum(['running', 'succeeded', 'failed', 'aborted'])
  .describe('How the run stands; the last three are final.');
export type RunStatus = z.infer<typeof runStatus>;

/** One execution against one commit. */
export const run = z.object({
  schemaVersion: z.literal(1).describe('Version of this shape.'),
  id: runId.describe('Identity of the run.'),
  workspaceId: workspaceId.optional().describe('The pull request, unless run by hand.'),
  kind: runKind,
  repoPath: z.string().describe('The repository: a path locally, owner/name in the cloud.'),
  headSha: sha.describe('The commit it works on.'),
  baseSha: sha.optional().describe('The merge base it compares with.'),
  config: z.record(z.string(), z.json()).describe('The effective configuration, as it was.'),
  status: runStatus,
  startedAt: timestamp.describe('When it began.'),
  finishedAt: timestamp.optional().describe('When it ended.'),
  summary: z.record(z.string(), z.json()).optional().describe('What it amounted to.'),
});
export type Run = z.infer<typeof run>;

/** An accepted diff in the order in which a resuming worker applies it again. */
export const acceptedDiff = z.object({
  runId: runId.describe('The run.'),
  sequence: z.int().positive().describe('Position, from 1, without gaps.'),
  taskId: taskId.describe('The task that made it.'),
  patch: artifactName.describe('The stored patch.'),
});
export type AcceptedDiff = z.infer<typeof acceptedDiff>;

/** A run at a glance. */
export const runSummary = z.object({
  run: run.describe('The run itself.'),
  tasks: z.record(taskStatus, z.int().nonnegative()).describe('Tasks by status.'),
  attempts: z
    .object({
      running: z.int().nonnegative().describe('Attempts under way.'),
      succeeded: z.int().nonnegative().describe('Attempts that were accepted.'),
      failed: z.int().nonnegative().describe('Attempts that failed or lost their worker.'),
    })
    .describe('Attempts by status.'),
  findings: z.array(findingCounts).describe('Findings by engine and stage.'),
  artifacts: z
    .object({
      count: z.int().nonnegative().describe('How many artifacts.'),
      bytes: z.int().nonnegative().describe('Their total size.'),
    })
    .describe('Artifacts.'),
  usd: usd.describe('What all attempts cost.'),
});
export type RunSummary = z.infer<typeof runSummary>;
