import type * as costModule from '#model/cost.ts';
import type * as eventModule from '#model/event.ts';
import type * as metricModule from '#model/metric.ts';
import type * as runModule from '#model/run.ts';
import { anAcceptedDiff, aRun, sha, t0 } from '../../support/samples.ts';
import type { SamplesOf } from './sample.ts';

const allOfRun = aRun({
  workspaceId: 'workspace-1',
  baseSha: sha('b'),
  status: 'failed',
  finishedAt: t0 + 1,
  summary: { reason: 'one task was given up', parts: [{ n: 1 }, null] },
});

export const run = {
  runKind: [{ valid: 'check', refused: { '': 'scan' } }],
  runStatus: [{ valid: 'aborted', refused: { '': 'finished' } }],
  run: [
    { valid: aRun({ repoPath: '' }), refused: { repoPath: undefined, config: [] } },
    {
      valid: allOfRun,
      refused: {
        schemaVersion: 2,
        id: 'run 1',
        workspaceId: '',
        kind: 'manual',
        headSha: 'HEAD',
        baseSha: '',
        'config.engines': () => 'not JSON',
        status: 'done',
        startedAt: 0.5,
        finishedAt: -1,
        summary: 'text',
      },
    },
  ],
  acceptedDiff: [
    {
      valid: anAcceptedDiff(),
      refused: { runId: '', sequence: 0, taskId: undefined, patch: '/tmp/x.diff' },
    },
  ],
  runSummary: [
    {
      valid: {
        run: allOfRun,
        tasks: { queued: 0, running: 0, succeeded: 2, blocked: 0, abandoned: 1 },
        attempts: { running: 0, succeeded: 2, failed: 4 },
        findings: [{ tool: 'ruff', stage: 'start', total: 1, bySeverity: { low: 1 } }],
        artifacts: { count: 2, bytes: 2_048 },
        usd: 0.75,
      },
      refused: {
        run: undefined,
        'tasks.blocked': undefined,
        'tasks.queued': -1,
        'attempts.failed': 0.5,
        'findings.0.stage': '',
        'artifacts.bytes': undefined,
        usd: -0.01,
      },
    },
  ],
} satisfies SamplesOf<typeof runModule>;

export const cost = {
  usd: [
    { valid: 0, refused: { '': -0.01 } },
    { valid: 0.000_001, refused: { '': Number.POSITIVE_INFINITY } },
    { valid: 12, refused: { '': Number.NaN } },
  ],
  cost: [
    { valid: { usd: 0, source: 'none' }, refused: { usd: undefined, source: 'guess' } },
    {
      valid: {
        usd: 1.25,
        source: 'metered',
        model: 'large-1',
        requests: 3,
        inputTokens: 10,
        cacheReadTokens: 20,
        cacheWriteTokens: 30,
        outputTokens: 40,
      },
      refused: {
        model: 7,
        requests: 0.5,
        inputTokens: -1,
        cacheReadTokens: -1,
        cacheWriteTokens: -1,
        outputTokens: '40',
      },
    },
  ],
} satisfies SamplesOf<typeof costModule>;

export const event = {
  event: [
    {
      valid: {
        schema_version: 1,
        ts: '2027-01-15T08:00:00.123Z',
        run_id: 'run-1',
        level: 'info',
        event_type: 'attempt_finished',
        task_id: 'task-1',
        attempt_id: 'task-1/2',
        tool: 'pytest',
        payload: { exit_code: 0 },
      },
      refused: {
        schema_version: '1',
        ts: '2027-01-15 08:00',
        run_id: '',
        level: 'debug',
        event_type: 'AttemptFinished',
        task_id: 'task 1',
        attempt_id: 2,
        tool: null,
        payload: undefined,
      },
    },
  ],
} satisfies SamplesOf<typeof eventModule>;

export const metric = {
  metricDimensions: [
    { valid: {}, refused: { repository: 'acme/shop' } },
    { valid: { stage: 'prod', engine: 'ruff' }, refused: { engine: '', stage: 'x'.repeat(251) } },
  ],
  metricFact: [
    {
      valid: {
        ts: '2027-01-15T08:00:00Z',
        name: 'DecisionTime',
        unit: 'Milliseconds',
        value: 12.5,
        dimensions: { action: 'WAIT' },
      },
      refused: {
        ts: 'now',
        name: '',
        unit: 'Seconds',
        value: Number.NaN,
        'dimensions.action': 7,
      },
    },
  ],
} satisfies SamplesOf<typeof metricModule>;
