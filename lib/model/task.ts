import * as z from 'zod';
import { findingId, runId, taskId, timestamp, workerId } from './ids.ts';
import { validationSpec } from './validation.ts';

export const taskType = z
  .enum([
    'fix',
    'add_test',
    'remove_skip',
    'refactor',
    'quarantine',
    'suppress',
    'autofix',
    'autofix_unsafe',
    'resolve_conflict',
    'address_review',
  ])
  .describe('What kind of repair it is.');
export type TaskType = z.infer<typeof taskType>;

export const taskStatus = z
  .enum(['queued', 'running', 'succeeded', 'blocked', 'abandoned'])
  .describe('Where the task stands; the last three are final.');
export type TaskStatus = z.infer<typeof taskStatus>;

const longestPauseMs = 24 * 3_600_000;
const pause = z.int().min(0).max(longestPauseMs);

export const backoff = z.object({
  initialMs: pause.describe('Pause after the first failure.'),
  factor: z.number().min(1).describe('By how much each further pause grows.'),
  maxMs: pause.describe('Longest pause.'),
});

export const retryPolicy = z.object({
  maxAttempts: z.int().positive().describe('Failed attempts before the task is abandoned.'),
  maxLeaseLosses: z
    .int()
    .positive()
    .describe('Workers that may die on the task before it is abandoned as harmful.'),
  backoff: backoff.describe('Pauses between attempts.'),
});
export type RetryPolicy = z.infer<typeof retryPolicy>;

/** The right to work on a task. The fence is the attempt number, so a late result shows its age. */
export const lease = z.object({
  worker: workerId.describe('Who holds it.'),
  until: timestamp.describe('When it ends unless renewed.'),
  fence: z.int().positive().describe('Number that a result must name to be accepted.'),
  token: z.string().min(1).describe('Marks the one write that took it.'),
});
export type Lease = z.infer<typeof lease>;

export const taskTargets = z.object({
  files: z.array(z.string()).describe('Repository-relative paths to work on.'),
  testIds: z.array(z.string()).describe('Tests to bring to green.'),
  modules: z.array(z.string()).describe('Modules in the language of the repository.'),
});

/** A task as a planner makes it; what the store adds is in `task`. */
export const newTask = z.object({
  id: taskId.describe('Identity inside the run, derived from its findings.'),
  runId: runId.describe('The run it belongs to.'),
  tool: z.string().min(1).describe('The engine whose findings it repairs.'),
  taskType,
  priority: z.int().min(0).max(9999).describe('Urgency: 0 is claimed first.'),
  fingerprint: z.string().min(1).describe('Stable; derived from the findings it covers.'),
  title: z.string().max(300).describe('One line for people.'),
  description: z.string().max(50_000).describe('All an agent needs to know about the trouble.'),
  targets: taskTargets.describe('What to work on.'),
  findingIds: z.array(findingId).describe('The findings it covers.'),
  validation: validationSpec.describe('What shows that it is done.'),
  retryPolicy: retryPolicy.describe('How often and when it is tried again.'),
  dependsOn: z.array(taskId).describe('Tasks that must have succeeded before it may be claimed.'),
});
export type NewTask = z.infer<typeof newTask>;

export const task = newTask.extend({
  status: taskStatus,
  statusReason: z.string().optional().describe('Why it stands there, in one sentence.'),
  attemptNo: z.int().nonnegative().describe('How often it was claimed.'),
  failures: z.int().nonnegative().describe('Attempts that failed.'),
  leaseLosses: z.int().nonnegative().describe('Attempts whose worker vanished.'),
  notBefore: timestamp.optional().describe('No claim before this time.'),
  lease: lease.optional().describe('Present exactly while it is running.'),
  rev: z.int().positive().describe('Raised by every change; a change names the one it saw.'),
  createdAt: timestamp.describe('When it was planned.'),
  updatedAt: timestamp.describe('When it last changed.'),
});
export type Task = z.infer<typeof task>;
