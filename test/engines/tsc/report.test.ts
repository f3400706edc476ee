import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseTscReport } from '#engines/tsc/report.ts';

const folder = join(import.meta.dirname, '../../fixtures/reports/tsc');
const recorded = (name: string): string => readFileSync(join(folder, name), 'utf8');
const parse = (stdout: string) =>
  parseTscReport({ stdout, stderr: '', reports: new Map(), cwd: '/repo' });

describe('a report of tsc', () => {
  it('becomes findings, each with its reasons', () => {
    expect(parse(recorded('errors.out'))).toEqual({
      facts: { state: 'valid', findings: 3, analysed: null, expected: null, verdict: null },
      findings: [
        {
          kind: 'type_error',
          severity: 'high',
          rule: 'TS2322',
          message: "Type 'string' is not assignable to type 'number'.",
          path: 'src/a.ts',
          line: 1,
          column: 7,
        },
        {
          kind: 'type_error',
          severity: 'high',
          rule: 'TS2322',
          message: [
            "Type '(a: number) => void' is not assignable to type '(a: string) => void'.",
            "  Types of parameters 'a' and 'a' are incompatible.",
            "    Type 'string' is not assignable to type 'number'.",
          ].join('\n'),
          path: 'src/a.ts',
          line: 2,
          column: 7,
        },
        {
          kind: 'type_error',
          severity: 'blocker',
          rule: 'TS2307',
          message: "Cannot find module './nope.ts' or its corresponding type declarations.",
          path: 'src/a.ts',
          line: 3,
          column: 22,
        },
      ],
    });
  });

  it('is read alike with the line ends of Windows', () => {
    const windows = recorded('errors.out').replaceAll('\n', '\r\n');
    expect(parse(windows)).toEqual(parse(recorded('errors.out')));
    expect(parse(recorded('clean.out').replaceAll('\n', '\r\n')).facts.state).toBe('valid');
  });

  it('names a path that holds what looks like a place', () => {
    expect(parse(recorded('syntax.out')).findings).toMatchObject([
      { kind: 'syntax_error', severity: 'blocker', path: 'we ird (1)/c.ts', line: 1, column: 7 },
      { kind: 'syntax_error', severity: 'blocker', path: 'we ird (1)/c.ts', line: 1, column: 9 },
    ]);
    expect(parse('a(1,2): b.ts(3,4): error TS2322: No.').findings).toMatchObject([
      { path: 'a(1,2): b.ts', line: 3, column: 4 },
    ]);
  });

  it.each([
    ['bad-key.out', 'config_error', 'TS5023'],
    ['bad-value.out', 'config_error', 'TS6046'],
    ['broken.out', 'config_error', 'TS1136'],
    ['missing-base.out', 'config_error', 'TS5083'],
    ['no-inputs.out', 'config_error', 'TS18003'],
    ['missing-types.out', 'type_error', 'TS2688'],
    ['unused.out', 'type_error', 'TS6133'],
    ['unused.out', 'type_error', 'TS18047'],
  ])('%s has a %s %s', (file, kind, rule) => {
    const { findings } = parse(recorded(file));
    expect(findings.filter((one) => one.rule === rule)).toMatchObject([{ kind }]);
  });

  it.each([
    ['a.ts(1,1): warning TS2322: No.', 'medium'],
    ['a.ts(1,1): message TS2322: No.', 'low'],
    ["error TS2688: Cannot find type definition file for 'x'.", 'blocker'],
  ])('%j is %s', (line, severity) => {
    expect(parse(line).findings).toMatchObject([{ severity }]);
  });

  it('has no place for an error that has none', () => {
    expect(parse(recorded('bad-flag.out')).findings).toEqual([
      {
        kind: 'config_error',
        severity: 'blocker',
        rule: 'TS5023',
        message: "Unknown compiler option '--nope'.",
        path: null,
        line: null,
        column: null,
      },
    ]);
  });

  it.each([
    ['', 'empty'],
    [' \n', 'empty'],
    ['This is not the tsc command you are looking for', 'unparseable'],
    ['  indented', 'unparseable'],
    [recorded('clean.out'), 'valid'],
  ])('%j is %s', (text, state) => {
    expect(parse(text)).toMatchObject({ facts: { state, findings: 0 }, findings: [] });
  });
});
