import { describe, expect, it } from 'vitest';
import { parseGolangciReport } from '#engines/golangci-lint/report.ts';
import { outputOf, recorded } from '../recorded.ts';

const parse = (report: string) => parseGolangciReport(outputOf({ report }));

describe('a report of golangci-lint', () => {
  it.each([
    [
      1,
      [
        ['unused', 'a.go', 10],
        ['govet', 'a.go', 8],
      ],
    ],
    [
      2,
      [
        ['errcheck', '/repo/a.go', 8],
        ['unused', '/repo/a.go', 10],
      ],
    ],
  ])('of version %d becomes findings, each with its linter', (version, told) => {
    const { facts, findings } = parse(recorded(`golangci-lint/issues-${version}.json`));
    expect(facts).toMatchObject({ state: 'valid', findings: 2 });
    expect(findings.map(({ rule, path, line }) => [rule, path, line])).toEqual(told);
    expect(findings.map(({ kind, severity }) => [kind, severity])).toEqual([
      ['lint', 'high'],
      ['lint', 'high'],
    ]);
  });

  it('says where the code does not compile, and not where its package begins', () => {
    expect(parse(recorded('golangci-lint/broken.json')).findings).toMatchObject([
      {
        kind: 'type_error',
        severity: 'blocker',
        rule: 'typecheck',
        path: 'b.go',
        line: 3,
        column: 13,
      },
    ]);
  });

  it.each([
    ['', 'empty'],
    ['level=error', 'unparseable'],
    ['{"Issues":[{', 'truncated'],
    ['{"Issues":7}', 'invalid'],
    ['{"Issues":null}', 'valid'],
  ])('%j is %s', (report, state) => {
    expect(parse(report).facts).toMatchObject({ state, findings: 0 });
  });
});
