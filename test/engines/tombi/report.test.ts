import { describe, expect, it } from 'vitest';
import { parseTombiReport } from '#engines/tombi/report.ts';
import { outputOf, recorded } from '../recorded.ts';

const parse = (report: string, stderr = '') => parseTombiReport(outputOf({ report, stderr }));
const text = recorded('tombi/findings.json');

describe('a report of tombi', () => {
  it('becomes findings; what is no TOML at all comes first', () => {
    const { facts, findings } = parse(text, '2 files failed to be linted\n');
    expect(facts).toEqual({
      state: 'valid',
      findings: 2,
      analysed: 2,
      expected: 2,
      verdict: null,
    });
    expect(findings).toEqual([
      {
        kind: 'syntax_error',
        severity: 'blocker',
        rule: 'duplicate-key',
        message: 'duplicate key: a',
        path: 'src/bad.toml',
        line: 2,
        column: 1,
      },
      {
        kind: 'syntax_error',
        severity: 'blocker',
        rule: 'expected-value',
        message: 'expected value',
        path: 'src/syn.toml',
        line: 1,
        column: 5,
      },
    ]);
  });

  it('keeps errors above warnings', () => {
    const { findings } = parse(recorded('tombi/warnings.json'));
    expect(findings.map(({ kind, severity }) => [kind, severity])).toEqual([
      ['lint', 'high'],
      ['lint', 'medium'],
      ['lint', 'medium'],
    ]);
  });

  it('counts a file that could not be read as not judged, and not as a finding', () => {
    const { facts, findings } = parse(
      recorded('tombi/unreadable.json'),
      '1 file linted successfully\n3 files failed to be linted\n',
    );
    expect(facts).toMatchObject({ findings: 1, analysed: 2, expected: 4 });
    expect(findings).toMatchObject([{ rule: 'duplicate-key' }]);
  });

  it('does not know how many files there were when it is told to be quiet', () => {
    expect(parse(text).facts).toMatchObject({ analysed: null, expected: null });
  });

  it.each([
    ['', 'empty'],
    ['error: unexpected argument', 'unparseable'],
    [text.slice(0, 200), 'truncated'],
    ['{"results": []}', 'invalid'],
    ['[{"path": 7}]', 'invalid'],
    ['[]', 'valid'],
  ])('%j is %s', (report, state) => {
    expect(parse(report).facts).toMatchObject({ state, findings: 0 });
  });

  it('is absent where tombi wrote none', () => {
    expect(parseTombiReport(outputOf({})).facts.state).toBe('absent');
  });
});
