import { describe, expect, it } from 'vitest';
import { parseBiomeReport } from '#engines/biome/report.ts';
import { outputOf, recorded } from '../recorded.ts';

const parse = (report: string) => parseBiomeReport(outputOf({ report }));
const text = recorded('biome/findings.json');

describe('a report of biome', () => {
  it('becomes findings, with what biome can repair without changing what the code means', () => {
    const { facts, findings } = parse(text);
    expect(facts).toEqual({
      state: 'valid',
      findings: 3,
      analysed: 2,
      expected: 2,
      verdict: null,
    });
    expect(findings).toEqual([
      {
        kind: 'lint',
        severity: 'medium',
        rule: 'lint/style/useConst',
        message: 'This let declares a variable that is only assigned once.',
        path: 'src/bad.js',
        line: 1,
        column: 1,
        fixable: true,
      },
      {
        kind: 'lint',
        severity: 'medium',
        rule: 'lint/correctness/noUnusedVariables',
        message: 'This variable unused is unused.',
        path: 'src/bad.js',
        line: 4,
        column: 7,
        fixable: false,
      },
      {
        kind: 'lint',
        severity: 'high',
        rule: 'lint/suspicious/noDebugger',
        message: 'This is an unexpected use of the debugger statement.',
        path: 'src/bad.js',
        line: 2,
        column: 1,
        fixable: false,
      },
    ]);
  });

  it('puts a file that cannot be parsed first in severity', () => {
    const { findings } = parse(recorded('biome/syntax-error.json'));
    expect(findings.slice(0, 2)).toMatchObject([
      { kind: 'lint', severity: 'medium' },
      { kind: 'syntax_error', severity: 'blocker', rule: 'parse', line: 1, column: 7 },
    ]);
  });

  it.each([
    ['is missing', 'missing-path', 0, 1],
    ['is missing beside a clean one', 'missing-path-and-clean', 1, 2],
    ['is too large', 'too-large', 1, 2],
  ])('counts a file that %s as not judged, and not as a finding', (_, name, analysed, expected) => {
    const { facts, findings } = parse(recorded(`biome/${name}.json`));
    expect(findings).toEqual([]);
    expect(facts).toMatchObject({ findings: 0, analysed, expected });
  });

  it('has no place in the file for what concerns all of it', () => {
    const whole = {
      severity: 'information',
      message: 'm',
      category: 'lint/x',
      location: { path: 'a.js', start: { line: 0, column: 0 } },
      advices: [],
    };
    const summary = { changed: 0, unchanged: 1 };
    expect(parse(JSON.stringify({ summary, diagnostics: [whole] })).findings).toMatchObject([
      { severity: 'low', path: 'a.js', line: null, column: null },
    ]);
  });

  it.each([
    ['', 'empty'],
    ['src/bad.js:1:1 lint/style/useConst', 'unparseable'],
    [text.slice(0, 200), 'truncated'],
    ['[]', 'invalid'],
    ['{"summary": {}, "diagnostics": []}', 'invalid'],
    ['{"summary": {"changed": 0, "unchanged": 1}, "diagnostics": []}', 'valid'],
  ])('%j is %s', (report, state) => {
    expect(parse(report).facts).toMatchObject({ state, findings: 0 });
  });

  it('is absent where biome wrote none', () => {
    expect(parseBiomeReport(outputOf({})).facts.state).toBe('absent');
  });
});
