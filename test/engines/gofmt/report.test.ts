import { describe, expect, it } from 'vitest';
import { parseGofmtReport } from '#engines/gofmt/report.ts';
import { outputOf, recorded } from '../recorded.ts';

const unformatted = recorded('gofmt/unformatted.txt');
const syntax = recorded('gofmt/syntax.err');

describe('a report of gofmt', () => {
  it('has a finding for each file that is listed, and for each that cannot be parsed', () => {
    const { facts, findings } = parseGofmtReport(outputOf({ stdout: unformatted, stderr: syntax }));
    expect(facts).toMatchObject({ state: 'valid', findings: 2 });
    expect(findings).toMatchObject([
      { kind: 'format', severity: 'low', path: 'ok/o.go', line: null, fixable: true },
      { kind: 'syntax_error', severity: 'blocker', path: 'syntax/s.go', line: 3, column: 8 },
    ]);
  });

  it.each(['vendor/x/a.go', 'a/testdata/b.go', '_old/a.go', '.cache/a.go'])(
    'leaves out %s, which belongs to no package',
    (path) => {
      const output = outputOf({ stdout: `${path}\n`, stderr: `${path}:1:1: expected 'package'\n` });
      expect(parseGofmtReport(output).findings).toEqual([]);
    },
  );

  it('is none where it says something else', () => {
    const stderr = 'flag provided but not defined: -nope\n';
    expect(parseGofmtReport(outputOf({ stderr })).facts.state).toBe('unparseable');
  });
});
