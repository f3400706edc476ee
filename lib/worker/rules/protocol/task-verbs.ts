import * as z from 'zod';
import { attempt, attemptResult, attemptStart } from '#model/attempt.ts';
import { runId, taskId, timestamp, workerId } from '#model/ids.ts';
import { newTask, task, taskStatus } from '#model/task.ts';
import { atMost, longestSummary, moment } from './bounds.ts';
import { verb } from '#base/verb.ts';

const ofRun = { runId: runId.describe('The run.') };
const dayMs = 24 * 3_600_000;

const graphProblem = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('duplicate'), id: taskId }),
  z.object({ kind: z.literal('unknown-dependency'), id: taskId, dependency: taskId }),
  z.object({ kind: z.literal('cycle'), members: z.array(taskId).readonly() }),
]);

/** Tasks of a run: planned, claimed, tried. */
export const taskVerbs = {
  addTasks: verb('add-tasks', {
    asked: z.object({
      ...ofRun,
      batch: z.string().min(1).max(200).describe('Names the plan; repeating it adds nothing.'),
      tasks: z.array(atMost(newTask, 100_000)).max(2_000).readonly().describe('The plan.'),
      now: moment.describe('When.'),
    }),
    told: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('added') }),
      z.object({ kind: z.literal('refused'), problems: z.array(graphProblem).readonly() }),
      z.object({ kind: z.literal('run-over') }),
    ]),
  }),
  listTasks: verb('list-tasks', { asked: z.object(ofRun), told: z.array(task).readonly() }),
  claimNextTask: verb('claim', {
    asked: z.object({
      ...ofRun,
      worker: workerId.describe('Who claims.'),
      now: moment.describe('When.'),
      leaseMs: z.int().positive().max(dayMs).describe('How long the claim holds.'),
      token: z.string().min(1).max(100).describe('Marks this one claim.'),
      repeated: z.boolean().exactOptional().describe('An earlier answer was not heard.'),
      claimers: z.int().positive().max(1_000).describe('How many claimers the run has.'),
    }),
    told: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('claimed'), task }),
      z.object({
        kind: z.literal('idle'),
        retryAt: timestamp.exactOptional(),
        remaining: z.int().nonnegative(),
      }),
      z.object({ kind: z.literal('complete') }),
    ]),
  }),
  renewLease: verb('renew', {
    asked: z.object({
      ...ofRun,
      taskId: taskId.describe('The task.'),
      fence: z.int().positive().describe('The number of the claim.'),
      until: moment.describe('When the lease ends.'),
    }),
    told: z.enum(['renewed', 'lost']),
  }),
  updateTaskStatus: verb('update-task', {
    asked: z.object({
      ...ofRun,
      taskId: taskId.describe('The task.'),
      from: z.array(taskStatus).max(10).readonly().describe('Where it must stand.'),
      to: z.enum(['queued', 'succeeded', 'blocked', 'abandoned']).describe('Where it goes.'),
      reason: z.string().max(20_000).describe('Why.'),
      now: moment.describe('When.'),
    }),
    told: z.enum(['updated', 'refused', 'unknown']),
  }),
  createAttempt: verb('create-attempt', {
    asked: attemptStart.extend({
      agentName: z.string().min(1).max(200).describe('Which agent edits.'),
      startedAt: moment.describe('When it began.'),
    }),
    told: z.enum(['created', 'exists']),
  }),
  finishAttempt: verb('finish-attempt', {
    asked: attemptResult
      .extend({
        summary: atMost(attemptResult.shape.summary, longestSummary),
        finishedAt: moment.describe('When it ended.'),
      })
      .refine(
        // Long summaries lie beside the item.
        (result) => JSON.stringify({ ...result, summary: {} }).length <= 50_000,
        { error: 'must be at most 50000 characters long as JSON without its summary' },
      ),
    told: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('accepted'), task }),
      z.object({ kind: z.literal('stale') }),
    ]),
  }),
  listAttempts: verb('list-attempts', {
    asked: z.object({ ...ofRun, taskId: taskId.exactOptional().describe('Of this task alone.') }),
    told: z.array(attempt).readonly(),
  }),
};
