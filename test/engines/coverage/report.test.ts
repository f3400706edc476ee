import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseCoverageReport } from '#engines/coverage/report.ts';

const recorded = (name: string): string =>
  readFileSync(new URL(`../../fixtures/reports/coverage/${name}.json`, import.meta.url), 'utf8');

const parse = (text: string | undefined) => {
  const reports = new Map(text === undefined ? [] : [['coverage', text]]);
  return parseCoverageReport({ stdout: '', stderr: '', reports, cwd: '/repo' });
};

const measured = (summary: object): string =>
  JSON.stringify({ files: { 'a.py': { summary: { ...complete, ...summary } } } });

const complete = { num_statements: 9, missing_lines: 0, percent_covered: 100 };

describe('a report of coverage', () => {
  it('has one finding for each file with a gap', () => {
    expect(parse(recorded('branches'))).toEqual({
      facts: { state: 'valid', findings: 1, analysed: 3, expected: null, verdict: null },
      findings: [
        {
          kind: 'coverage_gap',
          severity: 'medium',
          rule: null,
          message: '50% covered: 4 of 8 statements and 1 of 2 branches are not reached.',
          path: 'src/pkg/a.py',
          line: null,
          column: null,
        },
      ],
    });
  });

  it('may know nothing of branches', () => {
    expect(parse(recorded('lines')).findings).toMatchObject([
      { message: '50% covered: 4 of 8 statements and 0 of 0 branches are not reached.' },
    ]);
  });

  it('never calls all covered what is not', () => {
    const text = measured({ missing_branches: 1, num_branches: 900, percent_covered: 99.97 });
    expect(parse(text).findings).toMatchObject([{ message: expect.stringMatching(/^99% /) }]);
  });

  it.each([
    [undefined, 'absent'],
    [' ', 'empty'],
    ['No data to report.', 'unparseable'],
    [recorded('branches').slice(0, -2), 'truncated'],
    ['{"files":[]}', 'invalid'],
    [measured({ missing_lines: -1 }), 'invalid'],
    [measured({}), 'valid'],
    ['{"files":{}}', 'valid'],
  ])('%.40j is %s', (text, state) => {
    expect(parse(text)).toMatchObject({ facts: { state, findings: 0 }, findings: [] });
  });

  it('is never a reason to throw, however damaged', () => {
    const text = recorded('branches');
    const places = fc.tuple(fc.nat(text.length), fc.nat(text.length));
    fc.assert(
      fc.property(places, fc.string(), ([a, b], junk) => {
        const damaged = text.slice(0, Math.min(a, b)) + junk + text.slice(Math.max(a, b));
        const { facts, findings } = parse(damaged);
        expect(facts.findings).toBe(findings.length);
      }),
      { numRuns: 500 },
    );
  });
});
