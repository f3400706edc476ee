import { describe, expect, it } from 'vitest';
import { parseRuffFormatReport } from '#engines/ruff-format/report.ts';
import { outputOf, recorded } from '../recorded.ts';

const parse = (stdout: string, stderr = '') => parseRuffFormatReport(outputOf({ stdout, stderr }));

describe('a report of ruff format', () => {
  it('has a finding for each file that is not formatted, wherever it differs first', () => {
    const { facts, findings } = parse(recorded('ruff-format/findings.json'));
    expect(facts).toMatchObject({ state: 'valid', findings: 3 });
    expect(findings[0]).toMatchObject({ kind: 'format', path: '/repo/a.py', line: null });
    expect(findings.slice(1)).toEqual([
      {
        kind: 'format',
        severity: 'low',
        rule: 'unformatted',
        message: 'File would be reformatted',
        path: '/repo/b.py',
        line: null,
        column: null,
        fixable: true,
      },
      {
        kind: 'syntax_error',
        severity: 'blocker',
        rule: 'invalid-syntax',
        message: 'Expected an identifier',
        path: '/repo/s.py',
        line: 1,
        column: 5,
        fixable: false,
      },
    ]);
  });

  it('has the files that a repair could not parse', () => {
    const { findings } = parse('1 file reformatted\n', recorded('ruff-format/fix-leftovers.err'));
    expect(findings).toMatchObject([
      { kind: 'syntax_error', path: 's.py', line: 1, column: 5, message: 'Expected an identifier' },
    ]);
  });

  describe('of a version that leaves it out', () => {
    const unstable =
      'warning: The --output-format flag for the formatter is unstable and requires preview mode to use.\n';

    it('is what it writes for people', () => {
      const error = 'error: Failed to parse c.py:2:1: unexpected EOF while parsing\n';
      const stdout =
        'Would reformat: \u{1B}[1ma b.py\u{1B}[0m\n1 file would be reformatted, 2 files already formatted\n';
      const { facts, findings } = parse(stdout, `${unstable}${error}`);
      expect(facts).toMatchObject({ state: 'valid', findings: 2 });
      expect(findings).toMatchObject([
        { kind: 'format', path: 'a b.py', rule: 'unformatted', line: null },
        { kind: 'syntax_error', path: 'c.py', line: 2 },
      ]);
    });

    it.each([
      ['1 file already formatted\n', 'valid'],
      ['', 'valid'],
      ['2 files would be reformatted\n', 'truncated'],
    ])('%j is %s', (stdout, state) => {
      expect(parse(stdout, unstable)).toMatchObject({ facts: { state }, findings: [] });
    });
  });

  it('may have a path with colons and colours around it', () => {
    const error = '\u{1B}[1;31merror\u{1B}[0m: Failed to parse a:1:2/b c.py:3:4: Expected: this';
    expect(parse('', error).findings).toMatchObject([
      { path: 'a:1:2/b c.py', line: 3, column: 4, message: 'Expected: this' },
    ]);
  });

  it.each([
    [recorded('ruff-format/clean.json'), 'valid'],
    ['', 'empty'],
    ['1 file would be reformatted', 'unparseable'],
    ['[{}]', 'invalid'],
    [recorded('ruff-format/findings.json').slice(0, 99), 'truncated'],
  ])('%.30j is %s', (text, state) => {
    expect(parse(text)).toMatchObject({ facts: { state, findings: 0 }, findings: [] });
  });
});
