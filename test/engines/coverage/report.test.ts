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

const complete = { num_statements: 9, missing_lines: 0 };

describe('a report of coverage', () => {
  it('has no finding, for no report says what a change added', () => {
    expect(parse(recorded('branches'))).toEqual({
      facts: { state: 'valid', findings: 0, analysed: 3, expected: null, verdict: null },
      findings: [],
      coverage: expect.anything(),
    });
  });

  it('counts statements and branches of every file, and names the lines that are not reached', () => {
    expect(parse(recorded('branches')).coverage).toEqual([
      { path: 'src/pkg/__init__.py', covered: 0, total: 0, uncovered: [] },
      { path: 'src/pkg/a.py', covered: 5, total: 10, uncovered: [4, 8, 9, 10] },
      { path: 'src/pkg/full.py', covered: 1, total: 1, uncovered: [] },
    ]);
    expect(parse(recorded('lines')).coverage).toEqual([
      { path: 'src/pkg/__init__.py', covered: 0, total: 0, uncovered: [] },
      { path: 'src/pkg/a.py', covered: 4, total: 8, uncovered: [4, 8, 9, 10] },
      { path: 'src/pkg/full.py', covered: 1, total: 1, uncovered: [] },
    ]);
  });

  it('has no line 0', () => {
    const empty = { summary: complete, missing_lines: [0, 3] };
    const { coverage } = parse(JSON.stringify({ files: { 'a.py': empty } }));
    expect(coverage).toEqual([{ path: 'a.py', covered: 9, total: 9, uncovered: [3] }]);
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
        const { facts, coverage } = parse(damaged);
        expect(coverage !== undefined).toBe(facts.state === 'valid');
      }),
      { numRuns: 500 },
    );
  });
});
