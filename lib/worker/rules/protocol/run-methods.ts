import * as z from 'zod';
import { artifact } from '#model/artifact.ts';
import { attempt, attemptResult, attemptStart } from '#model/attempt.ts';
import { recordedBaseline } from '#model/baseline.ts';
import { finding, findingCounts, findingStage } from '#model/finding.ts';
import { type RunId, runId, sha, taskId, timestamp, workerId } from '#model/ids.ts';
import { acceptedDiff, run, runSummary } from '#model/run.ts';
import { newTask, task, taskStatus } from '#model/task.ts';
import { dayMs } from '#base/durations.ts';
import { limitJson, engineName, longestSummary, moment } from './bounds.ts';
import { workerMethod } from './worker-method.ts';

const ofRun = { runId: runId.describe('The run.') };
const inOneItem = 100_000;

// The first few findings share one item; other fields are shortened there, but not these.
const shortFinding = finding.extend({
  fingerprint: z.string().min(1).max(1_000).describe('Stable across runs.'),
  filePath: z.string().max(4_096).optional().describe('Repository-relative POSIX path.'),
});

const graphProblem = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('duplicate'), id: taskId }),
  z.object({ kind: z.literal('unknown-dependency'), id: taskId, dependency: taskId }),
  z.object({ kind: z.literal('cycle'), members: z.array(taskId).readonly() }),
]);

/** What a worker records of its run and reads of it: the methods of the run store that a worker may call. */
export const runMethods = {
  loadRun: aboutRun('load-run', run.optional()),
  summarizeRun: aboutRun('summarize-run', runSummary.optional()),
  addFindings: workerMethod('add-findings', {
    runs: ({ runId: own, findings }) => [own, ...findings.map((one) => one.runId)],
    request: z.object({
      ...ofRun,
      tool: engineName.describe('The engine.'),
      stage: findingStage,
      findings: z.array(shortFinding).readonly().describe('All that it found.'),
    }),
    response: z.enum(['stored', 'exists']),
  }),
  listFindings: workerMethod('list-findings', {
    runs: ownRun,
    parameters: ['runId', 'stage', 'tool'],
    request: z.object({
      ...ofRun,
      stage: findingStage,
      tool: engineName.exactOptional().describe('Of this engine alone.'),
    }),
    response: z.array(finding).readonly(),
  }),
  countFindings: aboutRun('count-findings', z.array(findingCounts).readonly()),
  addTasks: workerMethod('add-tasks', {
    runs: ({ runId: own, tasks }) => [own, ...tasks.map((one) => one.runId)],
    request: z.object({
      ...ofRun,
      batch: z.string().min(1).max(200).describe('Names the plan; repeating it adds nothing.'),
      tasks: z.array(limitJson(newTask, inOneItem)).max(2_000).readonly().describe('The plan.'),
      now: moment.describe('When.'),
    }),
    response: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('added') }),
      z.object({ kind: z.literal('refused'), problems: z.array(graphProblem).readonly() }),
      z.object({ kind: z.literal('run-over') }),
    ]),
  }),
  listTasks: aboutRun('list-tasks', z.array(task).readonly()),
  claimNextTask: workerMethod('claim', {
    runs: ownRun,
    again: (request) => ({ ...request, repeated: true }),
    request: z.object({
      ...ofRun,
      worker: workerId.describe('Who claims.'),
      now: moment.describe('When.'),
      leaseMs: z.int().positive().max(dayMs).describe('How long the claim holds.'),
      token: z.string().min(1).max(100).describe('Marks this one claim.'),
      repeated: z
        .boolean()
        .exactOptional()
        .describe('The response to an earlier request was lost.'),
      claimers: z.int().positive().max(1_000).describe('How many claimers the run has.'),
    }),
    response: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('claimed'), task }),
      z.object({
        kind: z.literal('idle'),
        retryAt: timestamp.exactOptional(),
        remaining: z.int().nonnegative(),
      }),
      z.object({ kind: z.literal('complete') }),
    ]),
  }),
  renewLease: workerMethod('renew', {
    runs: ownRun,
    request: z.object({
      ...ofRun,
      taskId: taskId.describe('The task.'),
      fence: z.int().positive().describe('The number of the claim.'),
      until: moment.describe('When the lease ends.'),
    }),
    response: z.enum(['renewed', 'lost']),
  }),
  updateTaskStatus: workerMethod('update-task', {
    runs: ownRun,
    request: z.object({
      ...ofRun,
      taskId: taskId.describe('The task.'),
      from: z.array(taskStatus).max(10).readonly().describe('Where it must stand.'),
      to: z.enum(['queued', 'succeeded', 'blocked', 'abandoned']).describe('Where it goes.'),
      reason: z.string().max(20_000).describe('Why.'),
      now: moment.describe('When.'),
    }),
    response: z.enum(['updated', 'refused', 'unknown']),
  }),
  createAttempt: workerMethod('create-attempt', {
    runs: ownRun,
    request: attemptStart.extend({
      agentName: z.string().min(1).max(200).describe('Which agent edits.'),
      startedAt: moment.describe('When it began.'),
    }),
    response: z.enum(['created', 'exists']),
  }),
  finishAttempt: workerMethod('finish-attempt', {
    runs: ownRun,
    request: attemptResult
      .extend({
        summary: limitJson(attemptResult.shape.summary, longestSummary),
        finishedAt: moment.describe('When it ended.'),
      })
      .refine(
        // Long summaries lie beside the item.
        (result) => JSON.stringify({ ...result, summary: {} }).length <= 50_000,
        { error: 'must be at most 50000 characters long as JSON without its summary' },
      ),
    response: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('accepted'), task }),
      z.object({ kind: z.literal('stale') }),
    ]),
  }),
  listAttempts: workerMethod('list-attempts', {
    runs: ownRun,
    parameters: ['runId', 'taskId'],
    request: z.object({
      ...ofRun,
      taskId: taskId.exactOptional().describe('Of this task alone.'),
    }),
    response: z.array(attempt).readonly(),
  }),
  recordAccepted: workerMethod('record-accepted', {
    runs: ownRun,
    request: acceptedDiff.extend({ sequence: z.int().positive().max(999_999) }),
    response: z.enum(['recorded', 'taken']),
  }),
  listAccepted: aboutRun('list-accepted', z.array(acceptedDiff).readonly()),
  addArtifact: workerMethod('add-artifact', {
    runs: ownRun,
    request: limitJson(artifact.extend({ createdAt: moment.describe('When.') }), inOneItem),
    response: z.enum(['added', 'exists']),
  }),
  listArtifacts: aboutRun('list-artifacts', z.array(artifact).readonly()),
};

/** The methods of the run store that the broker serves with handlers of its own. */
export const baselineMethods = {
  recordBaseline: workerMethod('record-baseline', {
    runs: ({ artifact: { runId: own } }) => [own],
    request: recordedBaseline.extend({
      engine: engineName.describe('The engine.'),
      recordedAt: moment.describe('When it was recorded.'),
      signature: z.string().min(1).max(300).describe('Rule set and configuration.'),
    }),
    response: z.literal('recorded').transform(() => undefined),
  }),
  findBaselines: workerMethod('find-baselines', {
    runs: () => [],
    parameters: ['repository', 'commit'],
    request: z.object({
      repository: z.string().describe('The repository; it must be that of the run.'),
      commit: sha.describe('The commit.'),
    }),
    response: z.array(recordedBaseline).readonly(),
  }),
};

function ownRun({ runId: own }: { readonly runId: RunId }): readonly RunId[] {
  return [own];
}

function aboutRun<Response extends z.ZodType>(name: string, response: Response) {
  const request = z.object(ofRun);
  return workerMethod(name, { runs: ownRun, parameters: ['runId'], request, response });
}
