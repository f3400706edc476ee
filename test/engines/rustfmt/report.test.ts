import { describe, expect, it } from 'vitest';
import { parseRustfmtReport } from '#engines/rustfmt/report.ts';
import { outputOf, recorded } from '../recorded.ts';

describe('a report of rustfmt', () => {
  it('has a finding for each file that is listed', () => {
    const stdout = recorded('rustfmt/unformatted.txt');
    const { findings } = parseRustfmtReport(outputOf({ stdout: `${stdout}${stdout}` }));
    expect(findings.map(({ kind, path, fixable }) => [kind, path, fixable])).toEqual([
      ['format', '/repo/src/b.rs', true],
      ['format', '/repo/src/lib.rs', true],
    ]);
  });

  it('has errors of syntax with their place', () => {
    const { findings } = parseRustfmtReport(outputOf({ stderr: recorded('rustfmt/syntax.err') }));
    expect(findings).toMatchObject([
      {
        kind: 'syntax_error',
        message: 'this file contains an unclosed delimiter',
        path: '/repo/src/b.rs',
        line: 1,
        column: 14,
      },
    ]);
  });
});
