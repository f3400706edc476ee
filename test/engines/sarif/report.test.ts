import { describe, expect, it } from 'vitest';
import { readSarifReport } from '#engines/sarif/report.ts';
import { recorded } from '../recorded.ts';

const read = (name: string) => readSarifReport(recorded(`sarif/${name}.sarif`));
const finding = { kind: 'lint' };

describe('a SARIF report', () => {
  it('of ruff 0.16 has file URIs', () => {
    expect(read('ruff')).toEqual({
      facts: { state: 'valid', findings: 3, analysed: null, expected: null, verdict: null },
      findings: [
        {
          ...finding,
          severity: 'high',
          rule: 'F401',
          message: '`os` imported but unused',
          path: '/repo/src/a b/100%.py',
          line: 1,
          column: 8,
        },
        {
          ...finding,
          severity: 'high',
          rule: 'F821',
          message: 'Undefined name `undefined_name`',
          path: '/repo/src/a b/100%.py',
          line: 5,
          column: 12,
        },
        {
          ...finding,
          severity: 'high',
          rule: 'invalid-syntax',
          message: 'unexpected EOF while parsing',
          path: '/repo/src/bad.py',
          line: 3,
          column: 1,
        },
      ],
    });
  });

  it('of ruff 0.16 without findings is one of none', () => {
    expect(read('ruff-clean')).toMatchObject({ facts: { state: 'valid', findings: 0 } });
  });

  it('of oxlint has relative paths that are no URIs', () => {
    const { findings } = read('oxlint');
    expect(findings.map(({ path, rule, severity }) => [path, rule, severity])).toEqual([
      ['src/e.ts', 'eslint(no-debugger)', 'medium'],
      ['src/a b/c%20d.ts', 'eslint(no-unused-vars)', 'medium'],
      ['src/a b/c%20d.ts', 'eslint(no-debugger)', 'medium'],
    ]);
  });

  it('of biome 2.6 has absolute paths that are no URIs', () => {
    const { findings } = read('biome');
    expect(findings.map(({ path, line, severity }) => [path, line, severity])).toEqual([
      ['/repo/src/a b/c%20d.ts', 2, 'medium'],
      ['/repo/src/a b/c%20d.ts', 2, 'medium'],
      ['/repo/src/a b/c%20d.ts', 1, 'high'],
      ['/repo/src/e.ts', 2, 'high'],
    ]);
  });

  it('of tombi 1.9 has a base for its URIs', () => {
    expect(read('tombi').findings).toMatchObject([{ path: '/repo/c.toml', line: 3 }]);
  });

  it('that cannot be read has no findings', () => {
    expect(readSarifReport('{"runs":[]}')).toMatchObject({
      facts: { state: 'invalid' },
      findings: [],
    });
  });

  it('of a tool that failed tells so', () => {
    const run = { tool: { driver: {} }, invocations: [{ executionSuccessful: false }] };
    const log = JSON.stringify({ version: '2.1.0', runs: [run] });
    expect(readSarifReport(log)).toMatchObject({ facts: { failure: { reason: 'CRASHED' } } });
  });
});
