import { describe, expect, it } from 'vitest';
import { parseRuffReport } from '#engines/ruff/report.ts';

const recorded = JSON.stringify([
  {
    cell: null,
    code: 'F401',
    end_location: { column: 10, row: 1 },
    filename: '/repo/src/a.py',
    fix: { applicability: 'safe', edits: [], message: 'Remove unused import: `os`' },
    location: { column: 8, row: 1 },
    message: '`os` imported but unused',
    noqa_row: 1,
    url: 'https://docs.astral.sh/ruff/rules/unused-import',
  },
  {
    cell: null,
    code: 'invalid-syntax',
    end_location: { column: 1, row: 2 },
    filename: '/repo/src/syn.py',
    fix: null,
    location: { column: 7, row: 1 },
    message: 'Expected a parameter',
    noqa_row: null,
    url: null,
  },
]);

const parse = (stdout: string) =>
  parseRuffReport({ stdout, stderr: '', reports: new Map(), cwd: '/repo' });

describe('a report of ruff', () => {
  it('becomes findings, with what breaks the code first in severity', () => {
    expect(parse(recorded)).toEqual({
      facts: { state: 'valid', findings: 2, analysed: null, expected: null, verdict: null },
      findings: [
        {
          kind: 'lint',
          severity: 'high',
          rule: 'F401',
          message: '`os` imported but unused',
          path: '/repo/src/a.py',
          line: 1,
          column: 8,
          fixable: true,
        },
        {
          kind: 'syntax_error',
          severity: 'blocker',
          rule: 'invalid-syntax',
          message: 'Expected a parameter',
          path: '/repo/src/syn.py',
          line: 1,
          column: 7,
          fixable: false,
        },
      ],
    });
  });

  it.each([
    ['', 'empty'],
    [' \n', 'empty'],
    ['Traceback (most recent call last):', 'unparseable'],
    [recorded.slice(0, 200), 'truncated'],
    ['{"findings": []}', 'invalid'],
    ['[{"code": 7}]', 'invalid'],
    ['[]', 'valid'],
  ])('%j is %s', (text, state) => {
    expect(parse(text).facts).toMatchObject({ state, findings: 0 });
  });

  it.each([
    [{}, 'valid'],
    [{ code: null, location: null, fix: undefined }, 'valid'],
    [{ code: 7 }, 'invalid'],
    [{ code: undefined }, 'invalid'],
    [{ message: null }, 'invalid'],
    [{ filename: undefined }, 'invalid'],
    [{ location: undefined }, 'invalid'],
    [{ location: { row: 1 } }, 'invalid'],
    [{ location: { row: 1, column: 1.5 } }, 'invalid'],
    [{ location: { row: '1', column: 1 } }, 'invalid'],
    [{ fix: {} }, 'invalid'],
    [{ fix: 'safe' }, 'invalid'],
  ])('with %j in its last item is %s', (part, state) => {
    const good = {
      code: 'F401',
      message: 'm',
      filename: '/repo/a.py',
      location: { row: 1, column: 1 },
      fix: null,
    };
    expect(parse(JSON.stringify([good, { ...good, ...part }])).facts.state).toBe(state);
  });

  it.each([null, 'x', []])('with %j for an item is invalid', (item) => {
    expect(parse(JSON.stringify([item])).facts.state).toBe('invalid');
  });

  it('does not take a file that could not be read for a finding', () => {
    const lost = [{ code: 'E902', message: 'No such file', filename: '/x.py', location: null }];
    expect(parse(JSON.stringify(lost))).toMatchObject({ facts: { findings: 0 }, findings: [] });
  });
});
