import { describe, expect, it } from 'vitest';
import type { ReportedFinding } from '#model/check-report.ts';
import { toRatchetSettings, defaultConfig } from '#ratchet/read-settings.ts';
import { checkResult } from '#report/github/check-result.ts';
import { unfinishedCheck } from '#report/github/unfinished-check.ts';
import { anObservation, aRun, aWorkspaceState, runId, sha, t0 } from '../../support/samples.ts';
import { aChecked, aFailed, aReport, aReported } from '../check-reports.ts';

const found = (...findings: readonly ReportedFinding[]) =>
  checkResult(aReport({ exit: 1, engines: [aChecked(findings)] }));

const many = (count: number) =>
  Array.from({ length: count }, (_, n) => aReported({ line: n + 1, severity: 'low' }));

describe('the result of a check', () => {
  it.each([
    [0, 'success'],
    [1, 'failure'],
    [2, 'failure'],
    [3, 'failure'],
    [130, 'cancelled'],
  ] as const)('of exit code %i is %s', (exit, conclusion) => {
    expect(checkResult(aReport({ exit })).conclusion).toBe(conclusion);
  });

  it('is green where everything is tolerated', () => {
    const engines = [aChecked([aReported({ status: 'tolerated' })])];
    expect(checkResult(aReport({ exit: 0, engines }))).toMatchObject({
      conclusion: 'success',
      title: 'Nothing new, 1 tolerated',
      annotations: [],
    });
  });

  it('puts new findings with a place where they are', () => {
    expect(found(aReported(), aReported({ status: 'tolerated' })).annotations).toEqual([
      {
        path: 'shop/total.py',
        line: 12,
        level: 'failure',
        title: 'ruff F821',
        message: 'Undefined name `total`',
      },
    ]);
  });

  it('leaves findings without a place to the summary', () => {
    const nowhere = aReported({ filePath: undefined, line: undefined, message: 'No config' });
    const wholeFile = aReported({ line: undefined });
    const result = found(nowhere, wholeFile);
    expect(result.annotations).toEqual([]);
    expect(result.summary).toContain('No config');
  });

  it.each([
    ['blocker', 'failure'],
    ['high', 'failure'],
    ['medium', 'warning'],
    ['low', 'notice'],
  ] as const)('shows %s as %s', (severity, level) => {
    expect(found(aReported({ severity })).annotations).toMatchObject([{ level }]);
  });

  it('shows all of 127 and at most 500, the worst of them', () => {
    expect(found(...many(127)).annotations).toHaveLength(127);
    const { annotations } = found(...many(600), aReported({ severity: 'blocker', line: 999 }));
    expect(annotations).toHaveLength(500);
    expect(annotations[0]).toMatchObject({ line: 999 });
  });

  it('masks credentials and steers no terminal', () => {
    const { annotations, summary } = found(
      aReported({ message: `\u{1B}[31mghp_${'a'.repeat(36)}\u{202E}` }),
      aReported({ message: ' ', line: 13 }),
    );
    expect(annotations.map(({ message }) => message)).toEqual(['[masked]\u{FFFD}', 'F821']);
    expect(summary).toContain('&#91;masked&#93;');
    expect(summary).not.toContain('ghp');
  });

  it('masks credentials in what an engine says of its failure', () => {
    const token = `ghp_${'a'.repeat(36)}`;
    const failed = aFailed('mypy', { message: token, stderrExcerpt: token, argv: ['mypy', token] });
    const { summary } = checkResult(aReport({ exit: 3, engines: [failed] }));
    expect(summary.match(/masked/g)).toHaveLength(3);
    expect(summary).not.toContain('ghp');
  });

  it('says which engine failed', () => {
    const result = checkResult(aReport({ exit: 3, engines: [aFailed('mypy')] }));
    expect(result.title).toBe('No reliable result from mypy');
  });
});

describe('a check that left no report', () => {
  const settings = toRatchetSettings(defaultConfig());
  const check = aRun({ kind: 'check', config: { ratchet: settings } });
  const open = aWorkspaceState({ observation: anObservation() });
  const now = t0 + 1_000;

  it('is cancelled where the head moved on', () => {
    const moved = aWorkspaceState({ observation: anObservation({ headSha: sha('c') }) });
    expect(unfinishedCheck(check, moved, now)).toMatchObject({
      conclusion: 'cancelled',
      title: 'Superseded',
    });
  });

  it('is cancelled where the pull request is over', () => {
    const closed = aWorkspaceState({ observation: anObservation({ state: 'closed' }) });
    expect(unfinishedCheck(check, closed, now).conclusion).toBe('cancelled');
  });

  it('is cancelled where another configuration checks the same head', () => {
    const { id, headSha } = check;
    const times = { kind: 'check', startBy: now, deadline: now } as const;
    const other = { ...times, headSha, phase: 'reserved', launches: 0, fence: 0 } as const;
    const of = (run: typeof id) =>
      unfinishedCheck(check, { ...open, check: { ...other, id: run } }, now);
    expect(of(runId('run-2'))).toMatchObject({
      conclusion: 'cancelled',
      summary: expect.stringContaining('is checked again, because'),
    });
    expect(of(id).conclusion).toBe('cancelled');
  });

  it('says what kept it from beginning', () => {
    const hindered = { ...check, summary: { sentence: 'Ask @octocat <b>' } };
    const result = unfinishedCheck(hindered, open, now);
    expect(result).toMatchObject({ conclusion: 'cancelled', title: 'It could not be checked' });
    expect(result.summary).toContain('Ask &#64;');
  });

  it('is out of time after the time of a session', () => {
    const end = t0 + settings.sessionMs;
    expect(unfinishedCheck(check, open, end).conclusion).toBe('timed_out');
    expect(unfinishedCheck(check, open, end - 1).conclusion).toBe('cancelled');
  });

  it('does not change its word later', () => {
    const over = { ...check, finishedAt: t0 + 1_000 };
    const later = t0 + 10 * settings.sessionMs;
    expect(unfinishedCheck(over, open, later).conclusion).toBe('cancelled');
  });
});
