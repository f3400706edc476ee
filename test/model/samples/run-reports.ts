import type * as runReportModule from '#model/run-report.ts';
import type * as sessionSummaryModule from '#model/session-summary.ts';
import { assembleRunReport } from '#report/run/assemble-run-report.ts';
import { sha } from '../../support/samples.ts';
import { aRunRecords, aSummary } from '../../report/run/run-records.ts';
import type { SamplesOf } from './sample.ts';

const full = assembleRunReport(aRunRecords());
const [task] = full.tasks;
const [attempt] = task?.attempts ?? [];
const [left] = full.left;
const [cost] = full.costs;
if (task === undefined || attempt === undefined || left === undefined || cost === undefined) {
  throw new Error('The full report of a run lacks a part.');
}
const { taskId: _, isNew: __, because: ___, ...told } = left;

export const runReport = {
  attemptStage: [{ valid: 'copying', refused: { '': 'publishing' } }],
  stageTimes: [
    { valid: {}, refused: { '': 7 } },
    { valid: { copying: 0, agent: 5 }, refused: { copying: -1, agent: '5' } },
  ],
  toldFinding: [
    {
      valid: told,
      refused: {
        tool: '',
        severity: 'fatal',
        rule: undefined,
        filePath: 1,
        line: 0,
        message: null,
      },
    },
  ],
  leftFinding: [
    { valid: left, refused: { taskId: undefined, isNew: 1, because: undefined, tool: '' } },
  ],
  reportedAttempt: [
    {
      valid: attempt,
      refused: {
        attemptNo: 0,
        agent: '',
        status: 'blocked',
        reason: 1,
        startedAt: undefined,
        finishedAt: -1,
        stageMs: undefined,
        agentExitCode: '0',
        validationExitCode: 0.5,
        cost: 1,
      },
    },
  ],
  reportedTask: [
    {
      valid: task,
      refused: {
        id: 'a b',
        title: 'x'.repeat(301),
        taskType: 'delete',
        tool: '',
        priority: -1,
        status: 'open',
        statusReason: null,
        files: undefined,
        'dependsOn.0': '',
        'findings.0.message': undefined,
        'attempts.0.agent': '',
        accepted: 0,
        dropped: undefined,
        'plans.0': '../x',
      },
    },
  ],
  engineFindings: [
    {
      valid: { tool: 'ruff', found: 3, fixed: null, left: null, fresh: null },
      refused: { tool: '', found: -1, fixed: undefined, left: 0.5, fresh: 'none' },
    },
  ],
  agentCost: [
    {
      valid: cost,
      refused: {
        agent: '',
        source: 'nobody',
        attempts: -1,
        usd: -1,
        inputTokens: 0.5,
        outputTokens: undefined,
      },
    },
  ],
  runReport: [
    {
      valid: full,
      refused: {
        schemaVersion: 2,
        at: -1,
        'run.id': '',
        'run.kind': 'other',
        'run.status': undefined,
        'run.headSha': 'abc',
        summary: undefined,
        undone: 1,
        'tasks.0.id': '',
        'engines.0.found': -1,
        'left.0.because': undefined,
        'costs.0.usd': -1,
        usd: -0.5,
        'times.0.stage': undefined,
        'times.0.times': -1,
        'times.0.ms': 0.5,
        'artifacts.count': undefined,
        'artifacts.bytes': -1,
      },
    },
    { valid: { ...full, summary: null, left: [] }, refused: { left: undefined } },
  ],
} satisfies SamplesOf<typeof runReportModule>;

export const sessionSummary = {
  sessionSummary: [
    {
      valid: aSummary(),
      refused: {
        schemaVersion: 2,
        outcome: 'fine',
        sentence: undefined,
        'result.name': undefined,
        'result.commit': 'abc',
        startTree: 'abc',
        endTree: 1,
        patch: '../x',
        'toRepair.before': -1,
        'toRepair.after': undefined,
        'vector.acceptable': 1,
        'dropped.0.taskId': '',
        'dropped.0.because': undefined,
        'checkpoints.0.stage': undefined,
        'checkpoints.0.at': -1,
        'checkpoints.0.durationMs': 0.5,
        'checkpoints.0.findings': -1,
        'checkpoints.0.toRepair': undefined,
        engineErrors: undefined,
      },
    },
    { valid: aSummary({ result: { kind: 'none' } }), refused: { 'result.kind': 'lost' } },
    {
      valid: aSummary({ result: { kind: 'applied', changes: 'result/changes.json' } }),
      refused: { 'result.changes': '' },
    },
    {
      valid: aSummary({
        result: { kind: 'refused', because: 'The work tree has changed.' },
        startTree: sha('1'),
        engineErrors: [{ engine: 'ruff', message: 'It crashed.' }],
      }),
      refused: { 'result.because': 7, 'engineErrors.0.message': undefined },
    },
  ],
} satisfies SamplesOf<typeof sessionSummaryModule>;
