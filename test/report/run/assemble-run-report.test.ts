import { describe, expect, it } from 'vitest';
import { runReport } from '#model/run-report.ts';
import { assembleRunReport } from '#report/run/assemble-run-report.ts';
import { aFinding, aRun, aTask } from '../../support/samples.ts';
import { aRunRecords, aStoredSummary, at } from './run-records.ts';

const reasons = (report: ReturnType<typeof assembleRunReport>) =>
  report.left.map(({ tool, taskId, because }) => `${tool} ${taskId}: ${because}`);

describe('the report of a run', () => {
  const report = assembleRunReport(aRunRecords());

  it('is what its schema says', () => {
    expect(runReport.parse(report)).toEqual(report);
  });

  it('holds every task in the order of urgency, with its attempts in theirs', () => {
    expect(
      report.tasks.map(({ id, accepted, attempts }) => [id, accepted, attempts.length]),
    ).toEqual([
      ['types', 3, 1],
      ['total', 1, 1],
      ['tax', null, 2],
      ['lint', 2, 1],
    ]);
    const tax = report.tasks.find(({ id }) => id === 'tax');
    expect(tax?.attempts.map(({ attemptNo }) => attemptNo)).toEqual([1, 2]);
  });

  it('tells findings of two engines apart that have the same id', () => {
    const covered = report.tasks.map(({ id, findings }) => [id, findings[0]?.rule]);
    expect(covered).toEqual([
      ['types', 'arg-type'],
      ['total', 'test_failure'],
      ['tax', 'test_failure'],
      ['lint', 'F401'],
    ]);
  });

  it('counts what was found, fixed, left and new by engine', () => {
    expect(report.engines).toEqual([
      { tool: 'mypy', found: 1, fixed: 0, left: 1, fresh: 0 },
      { tool: 'pytest', found: 2, fixed: 1, left: 1, fresh: 1 },
      { tool: 'ruff', found: 2, fixed: 1, left: 1, fresh: 0 },
    ]);
  });

  it('says of everything that is left why', () => {
    expect(reasons(report)).toEqual([
      'ruff null: No task was made for it.',
      'pytest tax: Its repair was given up: the tests still fail (attempt 2 was the last).',
      'mypy types: Its repair was taken out at the end: it made test_cart fail.',
      'pytest null: It was not there at the start.',
    ]);
  });

  it('adds up costs by agent and by who says so, never over sources', () => {
    expect(report.usd).toBe(2.25);
    expect(report.costs).toEqual([
      cost('claude-code', 'reported', { usd: 1.5 }),
      cost('claude-code', 'metered', {
        attempts: 2,
        usd: 0.75,
        inputTokens: 3_500,
        outputTokens: 109,
      }),
      cost('autofix', 'none', {}),
    ]);
  });

  it('says where the time went', () => {
    expect(report.times).toEqual([
      { stage: 'engines', times: 3, ms: 24_000 },
      { stage: 'copying', times: 2, ms: 350 },
      { stage: 'agent', times: 2, ms: 30_700 },
      { stage: 'validating', times: 1, ms: 9_000 },
      { stage: 'integrating', times: 1, ms: 300 },
    ]);
  });

  it('names the stored plans of a task', () => {
    expect(report.tasks.flatMap(({ plans }) => plans)).toEqual(['plans/lint/1.json']);
  });
});

function cost(agent: string, source: string, different: object) {
  const none = { attempts: 1, usd: 0, inputTokens: 0, outputTokens: 0 };
  return { agent, source, ...none, ...different };
}

describe('findings at the end', () => {
  it('are unknown while the run goes on, and what is repaired so far is not left', () => {
    const report = assembleRunReport(aRunRecords({ run: aRun(), findingsFinal: [] }));
    expect(report.summary).toBeNull();
    expect(report.engines.every(({ fixed, left }) => fixed === null && left === null)).toBe(true);
    expect(reasons(report)).toEqual([
      'ruff null: No task was made for it.',
      'pytest tax: Its repair was given up: the tests still fail (attempt 2 was the last).',
    ]);
  });

  it('are all gone when nothing was found any more', () => {
    const report = assembleRunReport(aRunRecords({ findingsFinal: [] }));
    expect(report.left).toEqual([]);
    expect(report.engines.map(({ fixed }) => fixed)).toEqual([1, 2, 2]);
  });

  it('are unknown when the session was cut off before it looked', () => {
    const run = aRun({ status: 'aborted', summary: aStoredSummary({ outcome: 'interrupted' }) });
    const report = assembleRunReport(aRunRecords({ run, findingsFinal: [] }));
    expect(report.engines.every(({ fixed }) => fixed === null)).toBe(true);
  });

  it('of an engine that failed are neither fixed nor left', () => {
    const engineErrors = [{ engine: 'ruff', message: 'It crashed; run it by hand.' }];
    const run = aRun({ status: 'succeeded', summary: aStoredSummary({ engineErrors }) });
    const report = assembleRunReport(aRunRecords({ run, findingsFinal: [] }));
    const ruff = report.engines.find(({ tool }) => tool === 'ruff');
    expect(ruff).toEqual({ tool: 'ruff', found: 2, fixed: null, left: null, fresh: null });
    const unknown = 'Whether it is still there is unknown: its engine gave no result at the end.';
    expect(reasons(report)).toEqual([`ruff lint: ${unknown}`, `ruff null: ${unknown}`]);
  });

  it('are as many as there were of the same kind', () => {
    const twice = [aFinding({ id: 'f1' }), aFinding({ id: 'f2' })];
    const records = aRunRecords({
      tasks: [],
      findingsStart: twice,
      findingsFinal: [aFinding({ id: 'f1' })],
    });
    const [engine] = assembleRunReport(records).engines;
    expect(engine).toEqual({ tool: 'pytest', found: 2, fixed: 1, left: 1, fresh: 0 });
  });

  it.each([
    ['queued', undefined, 'The run ended before it was repaired.'],
    ['running', undefined, 'The run ended while it was tried.'],
    ['blocked', 'Which one is meant?', 'It waits for a person: Which one is meant?'],
    ['abandoned', undefined, 'Its repair was given up.'],
    ['succeeded', undefined, 'Its repair was accepted, but the finding is still there.'],
  ] as const)('are left by a task that is %s for a reason', (status, statusReason, because) => {
    const tasks = [aTask({ status, statusReason, findingIds: ['f1'] })];
    const findings = [aFinding({ id: 'f1' })];
    const records = aRunRecords({ tasks, findingsStart: findings, findingsFinal: findings });
    expect(assembleRunReport(records).left.map((one) => one.because)).toEqual([because]);
  });
});

describe('a task that was planned from a checkpoint', () => {
  const old = aFinding({ id: 'f1', fingerprint: 'old', message: 'old', createdAt: at(5) });
  const came = aFinding({ id: 'f1', fingerprint: 'came', message: 'came', createdAt: at(60) });
  const report = assembleRunReport(
    aRunRecords({
      tasks: [
        aTask({ id: 'one', status: 'abandoned', findingIds: ['f1'], createdAt: at(10) }),
        aTask({ id: 'two', status: 'blocked', findingIds: ['f1'], createdAt: at(70) }),
      ],
      findingsStart: [old],
      findingsBetween: [came],
      findingsFinal: [{ ...old, id: came.id }, came],
    }),
  );

  it('is told with the findings of that checkpoint, whose ids begin anew', () => {
    expect(report.tasks.map(({ id, findings }) => [id, findings[0]?.message])).toEqual([
      ['one', 'old'],
      ['two', 'came'],
    ]);
  });

  it('answers for what came meanwhile', () => {
    expect(reasons(report)).toEqual([
      'pytest one: Its repair was given up.',
      'pytest two: It was not there at the start. It waits for a person.',
    ]);
  });
});

describe('what comes from outside', () => {
  const secret = `ghp_${'a'.repeat(36)}`;
  const records = aRunRecords({
    run: aRun({
      status: 'succeeded',
      repoPath: `https://u:${secret}@host/x`,
      summary: aStoredSummary({ sentence: `It said ${secret}.`, dropped: [] }),
    }),
    tasks: [
      aTask({
        title: secret,
        statusReason: secret,
        targets: { files: [secret], testIds: [], modules: [] },
      }),
    ],
    findingsStart: [
      aFinding({ filePath: secret, message: secret, symbol: secret, testId: secret }),
    ],
    findingsFinal: [aFinding({ filePath: secret, message: secret, fingerprint: 'other' })],
    attempts: aRunRecords().attempts.map((one) => ({
      ...one,
      taskId: aTask().id,
      agentName: secret,
      reason: secret,
      cost: { usd: 1, source: 'reported' as const, model: secret },
      verdict: { kind: 'rejected' as const, reasons: [{ code: 'AGENT_LIED', sentence: secret }] },
    })),
  });

  it('holds no secret, wherever it stood', () => {
    expect(JSON.stringify(assembleRunReport(records))).not.toContain(secret);
  });

  it('is cut where it is too long, and still is what the schema says', () => {
    const long = 'password=a '.repeat(100_000);
    const tasks = [aTask({ title: `${'x'.repeat(280)} password=a`, statusReason: long })];
    const findingsStart = [aFinding({ message: long, filePath: long })];
    const report = assembleRunReport(aRunRecords({ tasks, findingsStart, findingsFinal: [] }));
    expect(runReport.safeParse(report).error).toBeUndefined();
    expect(JSON.stringify(report).length).toBeLessThan(10_000);
  });

  it('is no summary when it is not shaped like one', () => {
    const run = aRun({ status: 'succeeded', finishedAt: at(1), summary: { outcome: 'great' } });
    expect(assembleRunReport(aRunRecords({ run })).summary).toBeNull();
  });
});
