import type * as attemptModule from '#model/attempt.ts';
import type * as reviewModule from '#model/review.ts';
import type * as taskModule from '#model/task.ts';
import type * as validationModule from '#model/validation.ts';
import type { CommandSpec } from '#model/validation.ts';
import {
  aNewTask,
  anAttempt,
  anAttemptResult,
  anAttemptStart,
  aRunningTask,
  aTask,
  t0,
} from '../../support/samples.ts';
import type { SamplesOf } from './sample.ts';

const aCommand: CommandSpec = {
  runner: 'node',
  args: ['vitest', 'run'],
  env: { CI: '1' },
  cwd: '',
  timeoutMs: 1,
};

export const validation = {
  commandSpec: [
    {
      valid: aCommand,
      refused: {
        runner: 'shell',
        args: [],
        'args.0': null,
        'env.CI': 1,
        cwd: undefined,
        timeoutMs: 0,
      },
    },
  ],
  successCriteria: [
    { valid: { requireExitCode0: false }, refused: { requireExitCode0: 'yes' } },
    {
      valid: { requireExitCode0: true, maxNewFindings: 0, minCoverageDelta: -0.5 },
      refused: { maxNewFindings: -1, minCoverageDelta: '1%' },
    },
  ],
  validationSpec: [
    {
      valid: { commands: [], successCriteria: { requireExitCode0: true } },
      refused: { commands: undefined, 'successCriteria.requireExitCode0': undefined },
    },
    {
      valid: { commands: [aCommand], successCriteria: { requireExitCode0: true } },
      refused: { 'commands.0.timeoutMs': 1.5 },
    },
  ],
} satisfies SamplesOf<typeof validationModule>;

export const task = {
  taskType: [
    { valid: 'remove_skip', refused: { '': 'remove-skip' } },
    { valid: 'resolve_conflict', refused: { '': 'conflict' } },
    { valid: 'address_review', refused: { '': 'review' } },
  ],
  taskStatus: [{ valid: 'blocked', refused: { '': 'failed' } }],
  backoff: [
    {
      valid: { initialMs: 0, factor: 1, maxMs: 0 },
      refused: { initialMs: -1, factor: 0.5, maxMs: 1.5 },
    },
  ],
  retryPolicy: [
    {
      valid: { ...aNewTask().retryPolicy },
      refused: { maxAttempts: 0, maxLeaseLosses: 0, 'backoff.factor': Number.POSITIVE_INFINITY },
    },
  ],
  lease: [
    {
      valid: { worker: 'worker-1', until: 0, fence: 1, token: 't' },
      refused: { worker: '', until: -1, fence: 0, token: '' },
    },
  ],
  taskTargets: [
    {
      valid: { files: ['a.py'], testIds: [], modules: [] },
      refused: { files: undefined, 'files.0': 1, testIds: {}, modules: 'a' },
    },
  ],
  newTask: [
    {
      valid: aNewTask({ title: '', description: '', findingIds: [], dependsOn: ['task-0'] }),
      refused: {
        id: 'task/1',
        runId: undefined,
        tool: '',
        taskType: 'delete',
        priority: 10_000,
        fingerprint: '',
        title: 'x'.repeat(301),
        description: 'x'.repeat(50_001),
        'targets.files': undefined,
        'findingIds.0': '',
        validation: undefined,
        'retryPolicy.maxAttempts': -1,
        'dependsOn.0': 'a b',
      },
    },
    { valid: aNewTask({ priority: 0 }), refused: { priority: -1 } },
  ],
  task: [
    {
      valid: aTask({ notBefore: t0, statusReason: '' }),
      refused: {
        status: 'open',
        statusReason: null,
        attemptNo: -1,
        failures: 0.5,
        leaseLosses: undefined,
        notBefore: 'later',
        rev: 0,
        createdAt: undefined,
        updatedAt: -1,
      },
    },
    { valid: aRunningTask(), refused: { 'lease.token': undefined, 'lease.until': 'soon' } },
  ],
} satisfies SamplesOf<typeof taskModule>;

export const review = {
  reviewThread: [
    {
      valid: { path: 'shop/total.py', line: 3, author: 'ada', body: '', url: 'https://x.test/1' },
      refused: { path: '', line: 0, author: '', body: undefined, url: 1 },
    },
  ],
} satisfies SamplesOf<typeof reviewModule>;

const allFacts = {
  agentExitCode: 0,
  validationExitCode: 1,
  diffStats: { filesChanged: 1, insertions: 2, deletions: 0 },
  verdict: {
    kind: 'rejected',
    reasons: [{ code: 'PROTECTED_PATH', sentence: 'It edits a protected file.' }],
  },
  cost: { usd: 0.5, source: 'reported' },
} as const;

export const attempt = {
  diffStats: [
    {
      valid: { filesChanged: 0, insertions: 0, deletions: 0 },
      refused: { filesChanged: -1, insertions: 0.5, deletions: undefined },
    },
  ],
  verdict: [
    { valid: { kind: 'accepted' }, refused: { kind: 'maybe' } },
    {
      valid: { kind: 'rejected', reasons: [{ code: 'TOO_LARGE', sentence: 'Too many lines.' }] },
      refused: { reasons: [], 'reasons.0.code': 'too-large', 'reasons.0.sentence': '' },
    },
  ],
  attemptStart: [
    {
      valid: anAttemptStart(),
      refused: {
        runId: '',
        taskId: '',
        attemptNo: 0,
        worker: undefined,
        agentName: '',
        startedAt: null,
      },
    },
  ],
  attemptResult: [
    { valid: anAttemptResult({ summary: {}, artifacts: [] }), refused: { outcome: 'rejected' } },
    {
      valid: anAttemptResult({ outcome: 'failed', reason: '', ...allFacts, verdict: undefined }),
      refused: {
        attemptNo: 1.5,
        agentExitCode: '0',
        validationExitCode: 0.5,
        finishedAt: undefined,
        summary: undefined,
        'diffStats.filesChanged': -1,
        'artifacts.0': '../escape',
        verdict: null,
        'cost.source': 'nobody',
        reason: 5,
      },
    },
  ],
  attempt: [
    { valid: anAttempt(), refused: { status: 'blocked', worker: '' } },
    {
      valid: anAttempt({
        ...allFacts,
        verdict: { kind: 'accepted' },
        status: 'failed',
        reason: 'two tests still fail',
        finishedAt: t0,
        summary: { note: 'ünïcode' },
        artifacts: ['a'],
      }),
      refused: { 'artifacts.0': '', 'verdict.kind': 'rejectd', finishedAt: -1, summary: [] },
    },
  ],
} satisfies SamplesOf<typeof attemptModule>;
