import { describe, expect, it } from 'vitest';
import { parseGoVetReport } from '#engines/go-vet/report.ts';
import { outputOf, recorded } from '../recorded.ts';

const findings = recorded('go-vet/findings.json');
const placesOf = (stdout: string, stderr = '') =>
  parseGoVetReport(outputOf({ stdout, stderr })).findings.map(
    ({ kind, rule, path, line, column }) => [kind, rule, path, line, column],
  );

const told = [
  ['lint', 'assign', '/repo/a_test.go', 7, 2],
  ['lint', 'printf', '/repo/a.go', 7, 26],
];

describe('a report of go vet', () => {
  it('becomes findings, each with its analyzer and its place', () => {
    expect(placesOf(findings)).toEqual(told);
    expect(parseGoVetReport(outputOf({ stdout: findings })).facts).toMatchObject({
      state: 'valid',
      findings: 2,
    });
  });

  it('is read from standard error too, where older versions write it beside the names of packages', () => {
    expect(placesOf('', `# example.com/m\n${findings}`)).toEqual(told);
  });

  it('tells of packages that do not compile', () => {
    expect(placesOf('{}\n', recorded('go-vet/broken.err'))).toEqual([
      ['type_error', null, 'broken/b.go', 3, 23],
      ['syntax_error', null, 'syntax/s.go', 3, 8],
    ]);
  });

  it('has what a package and its tests share once', () => {
    expect(placesOf(`${findings}${findings}`)).toEqual(told);
  });

  it.each([
    ['', 'empty'],
    ['go: errors parsing go.mod:\ngo.mod:3: unknown directive: foo\n', 'unparseable'],
    [findings.slice(0, 200), 'truncated'],
    ['{"a": 1}', 'invalid'],
    ['{}', 'valid'],
  ])('%j is %s', (stdout, state) => {
    expect(parseGoVetReport(outputOf({ stdout })).facts.state).toBe(state);
  });
});
