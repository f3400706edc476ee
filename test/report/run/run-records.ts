import type { Attempt } from '#model/attempt.ts';
import type { Finding } from '#model/finding.ts';
import { run } from '#model/run.ts';
import { sessionSummary } from '#model/session-summary.ts';
import type { Task } from '#model/task.ts';
import type { RunRecords } from '#report/run/assemble-run-report.ts';
import {
  aFinding,
  anAcceptedDiff,
  anArtifact,
  anAttempt,
  aRun,
  aTask,
  sha,
  t0,
} from '../../support/samples.ts';

export const at = (seconds: number): number => t0 + seconds * 1_000;

/** A summary of a session that repaired some of what there was. */
export const aSummary = (different: object = {}) =>
  sessionSummary.parse({
    schemaVersion: 1,
    outcome: 'better',
    sentence: 'Two of four findings are repaired.',
    result: { kind: 'branch', name: 'fixes', commit: sha('c') },
    patch: 'result/changes.patch',
    toRepair: { before: 4, after: 3 },
    vector: { acceptable: true, components: [] },
    dropped: [{ taskId: 'types', because: 'it made test_cart fail.' }],
    checkpoints: [
      { stage: 'start', at: at(10), durationMs: 9_000, findings: 5, toRepair: 4 },
      { stage: 'checkpoint-1', at: at(70), durationMs: 8_000, findings: 3, toRepair: 2 },
      { stage: 'checkpoint-2', at: at(125), durationMs: 7_000, findings: 4, toRepair: 3 },
    ],
    engineErrors: [],
    ...different,
  });

/** The same as the store keeps it. */
export const aStoredSummary = (different: object = {}) =>
  run.shape.summary.parse(aSummary(different));

const found = (tool: string, id: string, different: object = {}): Finding =>
  aFinding({ tool, id, fingerprint: `${tool}-${id}`, ...different });

const start: readonly Finding[] = [
  found('ruff', 'f1', {
    kind: 'lint',
    symbol: 'F401',
    severity: 'low',
    filePath: 'shop/cart.py',
    line: 1,
    message: '`os` imported but unused',
  }),
  found('ruff', 'f2', {
    kind: 'lint',
    symbol: 'E501',
    severity: 'low',
    filePath: 'shop/old.py',
    line: 7,
    message: 'Line too long',
  }),
  found('pytest', 'f1', {
    filePath: 'tests/test_total.py',
    line: 40,
    testId: 'tests/test_total.py::test_total',
  }),
  found('pytest', 'f2', { filePath: 'tests/test_tax.py', line: 4, message: 'assert 1 == 2' }),
  found('mypy', 'f1', {
    kind: 'type_error',
    symbol: 'arg-type',
    filePath: 'shop/tax.py',
    line: 9,
    message: 'Argument 1 has the wrong type',
  }),
];

const fresh = found('pytest', 'f9', { filePath: 'tests/test_new.py', message: 'assert 0' });

const tasks: readonly Task[] = [
  aTask({
    id: 'total',
    title: 'Repair test_total',
    status: 'succeeded',
    priority: 300,
    findingIds: ['f1'],
  }),
  aTask({
    id: 'tax',
    title: 'Repair test_tax',
    status: 'abandoned',
    statusReason: 'the tests still fail (attempt 2 was the last)',
    priority: 301,
    findingIds: ['f2'],
    targets: { files: ['shop/tax.py'], testIds: [], modules: [] },
  }),
  aTask({
    id: 'lint',
    tool: 'ruff',
    title: 'Repair shop/cart.py',
    status: 'succeeded',
    priority: 400,
    findingIds: ['f1'],
    targets: { files: ['shop/cart.py'], testIds: [], modules: [] },
  }),
  aTask({
    id: 'types',
    tool: 'mypy',
    title: 'Repair types of shop/tax.py',
    status: 'succeeded',
    priority: 200,
    findingIds: ['f1'],
    dependsOn: ['lint'],
  }),
];

const ended = (taskId: string, attemptNo: number, different: object): Attempt =>
  anAttempt({
    taskId,
    attemptNo,
    status: 'succeeded',
    verdict: { kind: 'accepted' },
    ...different,
  });

const rejected = {
  status: 'failed',
  verdict: {
    kind: 'rejected',
    reasons: [
      { code: 'PROTECTED_PATH', sentence: 'It edits tests/test_tax.py, which is protected.' },
      { code: 'COMMAND_FAILED', sentence: 'pytest ended with exit code 1.' },
    ],
  },
};

const attempts: readonly Attempt[] = [
  ended('tax', 2, { ...rejected, startedAt: at(70), finishedAt: at(110) }),
  ended('tax', 1, {
    status: 'failed',
    reason: 'The agent ran out of time.',
    verdict: undefined,
    startedAt: at(12),
    finishedAt: at(60),
    cost: {
      usd: 0.5,
      source: 'metered',
      inputTokens: 1_000,
      cacheReadTokens: 500,
      outputTokens: 9,
    },
  }),
  ended('total', 1, {
    startedAt: at(12),
    finishedAt: at(52),
    diffStats: { filesChanged: 1, insertions: 3, deletions: 1 },
    summary: { stageMs: { copying: 200, agent: 30_000, validating: 9_000, integrating: 300 } },
    cost: { usd: 0.25, source: 'metered', inputTokens: 2_000, outputTokens: 100 },
  }),
  ended('lint', 1, {
    agentName: 'autofix',
    startedAt: at(53),
    finishedAt: at(55),
    summary: { stageMs: { copying: 150, agent: 700 } },
    cost: { usd: 0, source: 'none' },
  }),
  ended('types', 1, {
    startedAt: at(75),
    finishedAt: at(115),
    cost: { usd: 1.5, source: 'reported' },
  }),
];

/** A run in which all happens that can: repaired, given up, taken out, never tried, new. */
export function aRunRecords(different: Partial<RunRecords> = {}): RunRecords {
  const left = start.filter(({ tool, id }) => tool === 'mypy' || id === 'f2');
  return {
    run: aRun({ status: 'succeeded', finishedAt: at(130), summary: aStoredSummary() }),
    tasks,
    attempts,
    findingsStart: start,
    findingsFinal: [...left, fresh],
    accepted: [
      anAcceptedDiff({ taskId: 'total', sequence: 1 }),
      anAcceptedDiff({ taskId: 'lint', sequence: 2 }),
      anAcceptedDiff({ taskId: 'types', sequence: 3 }),
    ],
    artifacts: [
      anArtifact(),
      anArtifact({ name: 'plans/lint/1.json', kind: 'json', sizeBytes: 100 }),
    ],
    now: at(999),
    ...different,
  };
}
