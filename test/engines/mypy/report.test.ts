import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseMypyReport } from '#engines/mypy/report.ts';

const folder = join(import.meta.dirname, '../../fixtures/reports/mypy');
const recorded = (name: string): string => readFileSync(join(folder, name), 'utf8');
const parse = (stdout: string) =>
  parseMypyReport({ stdout, stderr: '', reports: new Map(), cwd: '/repo' });

describe('a report of mypy', () => {
  it('becomes findings, with columns counted from 1', () => {
    expect(parse(recorded('errors.out'))).toEqual({
      facts: { state: 'valid', findings: 2, analysed: null, expected: null, verdict: null },
      findings: [
        {
          kind: 'type_error',
          severity: 'high',
          rule: 'return-value',
          message: 'Incompatible return value type (got "int", expected "str")',
          path: 'src/a.py',
          line: 2,
          column: 12,
        },
        {
          kind: 'type_error',
          severity: 'blocker',
          rule: 'import-not-found',
          message: 'Cannot find implementation or library stub for module named "yamlx"',
          path: 'src/a.py',
          line: 4,
          column: 1,
        },
      ],
    });
  });

  it('calls what breaks the parsing a blocker', () => {
    expect(parse(recorded('syntax.out')).findings[0]).toMatchObject({
      kind: 'syntax_error',
      severity: 'blocker',
      rule: 'syntax',
      line: 1,
    });
  });

  it('has no place in the file for an error that has none', () => {
    expect(parse(recorded('duplicate.out')).findings).toMatchObject([
      { severity: 'blocker', rule: null, path: 'd/two/m.py', line: null, column: null },
    ]);
  });

  it('is read among lines that are not of it', () => {
    const quiet = parse(recorded('errors.out'));
    expect(recorded('noise.out')).toContain('hello from a plugin\n{');
    expect(parse(recorded('noise.out'))).toEqual(quiet);
  });

  it.each([
    ['', 'empty'],
    ['\n', 'valid'],
    ['mypy.ini: note: unused section(s): [mypy-foo]\n', 'empty'],
    ['Traceback (most recent call last):', 'unparseable'],
    [recorded('errors.out').slice(0, -40), 'truncated'],
    ['{"file": 7}\n', 'invalid'],
    [`${recorded('errors.out')}{}\n`, 'invalid'],
  ])('%j is %s', (text, state) => {
    expect(parse(text)).toMatchObject({ facts: { state, findings: 0 }, findings: [] });
  });
});
