import { eventAt } from '../../contracts/events.ts';
import {
  aBaseline,
  aFinding,
  aNewTask,
  anAcceptedDiff,
  anArtifact,
  anAttemptResult,
  anAttemptStart,
  runId,
  sha,
  sha256,
  t0,
} from '../../support/samples.ts';

export const own = runId('run-1');
/** Of another pull request of the same repository. */
export const foreign = runId('run-2');

const key = { runId: own, name: 'reports/ruff.json' };
const bytes = { sha256: sha256('1'), sizeBytes: 3 };
const ofTask = { runId: own, taskId: 'task-1', now: t0 };

/** One good body for every method that a worker may call after its start, by its name. */
export const goodBodies: Readonly<Record<string, unknown>> = {
  'load-run': { runId: own },
  'summarize-run': { runId: own },
  'add-tasks': { runId: own, batch: 'round-1', tasks: [aNewTask()], now: t0 },
  'list-tasks': { runId: own },
  claim: {
    runId: own,
    worker: 'worker-1',
    now: t0,
    leaseMs: 60_000,
    token: 'token-1',
    claimers: 1,
  },
  renew: { runId: own, taskId: 'task-1', fence: 1, until: t0 + 60_000 },
  'update-task': { ...ofTask, from: ['running'], to: 'queued', reason: 'Its worker is gone.' },
  'create-attempt': anAttemptStart(),
  'finish-attempt': anAttemptResult({ cost: { usd: 0.5, source: 'metered' } }),
  'list-attempts': { runId: own, taskId: 'task-1' },
  'add-findings': { runId: own, tool: 'pytest', stage: 'start', findings: [aFinding()] },
  'list-findings': { runId: own, stage: 'start', tool: 'pytest' },
  'count-findings': { runId: own },
  'record-accepted': anAcceptedDiff(),
  'list-accepted': { runId: own },
  'add-artifact': anArtifact({ meta: { lines: 3 }, tool: 'pytest' }),
  'list-artifacts': { runId: own },
  'record-baseline': aBaseline({ repository: 'acme/shop' }),
  'find-baselines': { repository: 'acme/shop', commit: sha('b') },
  'presign-put': { key, bytes, expiresInMs: 60_000 },
  'presign-get': { key, expiresInMs: 60_000 },
  'describe-artifact': { key },
  'append-events': { runId: own, workerId: 'worker-1', number: 1, events: [eventAt(1)] },
  reserve: { attempt: 'run-1/task-1/1', amount: 5 },
  balance: { attempt: 'run-1/task-1/1' },
  settle: { id: 'made.by-nobody', amount: 5 },
  finish: { summary: { outcome: 'green' }, status: 'succeeded', costUsd: 0.5 },
};
