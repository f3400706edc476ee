import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parsePyrightReport } from '#engines/pyright/report.ts';

const folder = join(import.meta.dirname, '../../fixtures/reports/pyright');
const recorded = (name: string): string => readFileSync(join(folder, name), 'utf8');
const parse = (stdout: string) =>
  parsePyrightReport({ stdout, stderr: '', reports: new Map(), cwd: '/repo' });

describe('a report of pyright', () => {
  it('becomes findings, with lines and columns counted from 1', () => {
    expect(parse(recorded('errors.out'))).toEqual({
      facts: { state: 'valid', findings: 3, analysed: 1, expected: null, verdict: null },
      findings: [
        {
          kind: 'type_error',
          severity: 'blocker',
          rule: 'reportMissingImports',
          message: 'Import "yamlx" could not be resolved',
          path: '/repo/src/a.py',
          line: 1,
          column: 8,
        },
        {
          kind: 'type_error',
          severity: 'high',
          rule: 'reportReturnType',
          message:
            'Type "int" is not assignable to return type "str"\n  "int" is not assignable to "str"',
          path: '/repo/src/a.py',
          line: 3,
          column: 12,
        },
        {
          kind: 'type_error',
          severity: 'low',
          rule: null,
          message: 'Type of "f(1)" is "str"',
          path: '/repo/src/a.py',
          line: 5,
          column: 13,
        },
      ],
    });
  });

  it('calls what is no Python a blocker', () => {
    const { facts, findings } = parse(recorded('syntax.out'));
    expect(facts).toMatchObject({ findings: 3, analysed: 2 });
    expect(findings[0]).toMatchObject({
      kind: 'syntax_error',
      severity: 'blocker',
      rule: null,
      line: 1,
      column: 1,
    });
  });

  it('keeps what the configuration made a warning', () => {
    expect(parse(recorded('warnings.out')).findings).toMatchObject([
      { kind: 'type_error', severity: 'medium', rule: 'reportMissingImports' },
      { kind: 'type_error', severity: 'medium', rule: 'reportReturnType' },
      { severity: 'low' },
    ]);
  });

  it('has no place for an error of a whole file', () => {
    const whole = { file: '/repo/a.py', severity: 'error', message: 'Too large' };
    const text = JSON.stringify({ generalDiagnostics: [whole], summary: { filesAnalyzed: 1 } });
    expect(parse(text).findings).toMatchObject([{ line: null, column: null }]);
  });

  it.each([
    ['', 'empty'],
    ['No configuration file found.', 'unparseable'],
    [recorded('errors.out').slice(0, 300), 'truncated'],
    ['{"generalDiagnostics": []}', 'invalid'],
    ['[]', 'invalid'],
    [recorded('clean.out'), 'valid'],
  ])('%j is %s', (text, state) => {
    expect(parse(text)).toMatchObject({ facts: { state, findings: 0 }, findings: [] });
  });
});
