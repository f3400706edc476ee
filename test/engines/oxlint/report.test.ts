import { describe, expect, it } from 'vitest';
import { parseOxlintReport } from '#engines/oxlint/report.ts';
import { outputOf, recorded } from '../recorded.ts';

const parse = (stdout: string) => parseOxlintReport(outputOf({ stdout }));
const text = recorded('oxlint/findings.json');

describe('a report of oxlint', () => {
  it('becomes findings, errors above warnings', () => {
    const { facts, findings } = parse(text);
    expect(facts).toEqual({
      state: 'valid',
      findings: 3,
      analysed: 2,
      expected: 2,
      verdict: null,
    });
    expect(findings.slice(1)).toEqual([
      {
        kind: 'lint',
        severity: 'high',
        rule: 'eslint(prefer-const)',
        message: '`a` is never reassigned.',
        path: 'src/bad.js',
        line: 1,
        column: 5,
      },
      {
        kind: 'lint',
        severity: 'high',
        rule: 'eslint(no-debugger)',
        message: '`debugger` statement is not allowed',
        path: 'src/bad.js',
        line: 2,
        column: 1,
      },
    ]);
    expect(findings[0]).toMatchObject({ rule: 'eslint(no-unused-vars)', severity: 'medium' });
  });

  it('puts a file that cannot be parsed first in severity', () => {
    expect(parse(recorded('oxlint/syntax-error.json')).findings).toMatchObject([
      { kind: 'syntax_error', severity: 'blocker', rule: null, path: 'src/broken.js', line: 1 },
      { kind: 'lint', severity: 'medium' },
    ]);
  });

  it('takes a warning that no rule gives for no syntax error, and has no place for what has none', () => {
    const unused = { message: 'Unused oxlint-disable directive', severity: 'warning', labels: [] };
    const report = JSON.stringify({ diagnostics: [unused], number_of_files: 1 });
    expect(parse(report).findings).toEqual([
      {
        kind: 'lint',
        severity: 'medium',
        rule: null,
        message: 'Unused oxlint-disable directive',
        path: null,
        line: null,
        column: null,
      },
    ]);
  });

  it('does not count a file that was not judged, nor call it a finding', () => {
    const messages = ['Failed to open file /repo/a.js with error', 'Error running JS plugin.\nno'];
    const diagnostics = messages.map((message) => ({ message, severity: 'error', labels: [] }));
    const { facts, findings } = parse(JSON.stringify({ diagnostics, number_of_files: 3 }));
    expect(facts).toMatchObject({ findings: 0, analysed: 1, expected: 3 });
    expect(findings).toEqual([]);
  });

  it('names no file where the report names an empty one, and calls that no syntax error', () => {
    const unneeded = { message: 'Not needed.', severity: 'error', filename: '', labels: [] };
    const report = JSON.stringify({ diagnostics: [unneeded], number_of_files: 1 });
    expect(parse(report).findings).toMatchObject([{ kind: 'lint', severity: 'high', path: null }]);
  });

  it('begins after the sentence that may stand before it', () => {
    expect(parse(recorded('oxlint/no-files.txt')).facts).toMatchObject({
      state: 'valid',
      analysed: 0,
    });
  });

  it.each([
    ['', 'empty'],
    ['Failed to parse oxlint configuration file.', 'unparseable'],
    [text.slice(0, 200), 'truncated'],
    ['[]', 'invalid'],
    ['{"diagnostics": [{}], "number_of_files": 1}', 'invalid'],
    ['{"diagnostics": [], "number_of_files": 1}', 'valid'],
  ])('%j is %s', (report, state) => {
    expect(parse(report).facts).toMatchObject({ state, findings: 0 });
  });
});
