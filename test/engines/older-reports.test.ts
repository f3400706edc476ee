import { describe, expect, it } from 'vitest';
import { parseBiomeReport } from '#engines/biome/report.ts';
import { parseMypyReport } from '#engines/mypy/report.ts';
import { parsePylintReport } from '#engines/pylint/report.ts';
import { parseRuffFormatReport } from '#engines/ruff-format/report.ts';
import type { RawFinding } from '#engines/contract.ts';
import { outputOf, recorded } from './recorded.ts';

const placesOf = (findings: readonly RawFinding[]) =>
  findings.map(({ path, line, column, rule, kind }) => [path, line, column, rule, kind]);

const parse = (name: string) =>
  parseMypyReport({ ...outputOf({ stdout: recorded(name) }), version: '1.10.1' });

describe('what older versions write', () => {
  it('is read from the lines of mypy before 1.11', () => {
    expect(placesOf(parse('mypy/v1.10-errors.out').findings)).toEqual([
      ['src/a.py', 1, 1, 'import-not-found', 'type_error'],
      ['src/a.py', 4, 12, 'return-value', 'type_error'],
    ]);
    expect(placesOf(parse('mypy/v1.10-syntax.out').findings)).toEqual([
      ['src/b.py', 1, 8, 'syntax', 'syntax_error'],
    ]);
  });

  it('is no report of mypy where its summary is missing', () => {
    const cut = recorded('mypy/v1.10-errors.out').replace(/^Found .*/m, '');
    const { facts } = parseMypyReport({ ...outputOf({ stdout: cut }), version: '1.10.1' });
    expect(facts.state).toBe('empty');
  });

  it('is read from what biome prints before 2.4', () => {
    const stdout = recorded('biome/v1.9-findings.json');
    const { facts, findings } = parseBiomeReport({ ...outputOf({ stdout }), version: '1.9.4' });
    expect(facts).toMatchObject({ state: 'valid', findings: 5 });
    expect(placesOf(findings)).toEqual([
      ['b.js', 1, 1, 'parse', 'syntax_error'],
      ['b.js', 1, 7, 'parse', 'syntax_error'],
      ['a.js', 2, 14, 'lint/suspicious/noDebugger', 'lint'],
      ['a.js', 4, 7, 'lint/suspicious/noDoubleEquals', 'lint'],
      ['a.js', 3, 1, 'lint/style/useConst', 'lint'],
    ]);
    expect(findings.map(({ fixable }) => fixable)).toEqual([false, false, false, false, true]);
  });

  it('is read from the lines of biome before 1.7', () => {
    const stdout = recorded('biome/v1.3-findings.out');
    const stderr = recorded('biome/v1.3-findings.err');
    const read = (said: string) =>
      parseBiomeReport({ ...outputOf({ stdout, stderr: said }), version: '1.3.3' });
    const { facts, findings } = read(stderr);
    expect(facts).toMatchObject({ state: 'valid', findings: 5, analysed: 3, expected: 3 });
    expect(placesOf(findings)).toEqual([
      ['b.js', 1, 7, 'parse', 'syntax_error'],
      ['b.js', 1, 9, 'parse', 'syntax_error'],
      ['b.js', 1, 7, 'parse', 'syntax_error'],
      ['a.js', 1, 1, 'lint/suspicious/noDebugger', 'lint'],
      ['a.js', 2, 1, 'lint/style/useConst', 'lint'],
    ]);
    expect(findings.map(({ fixable }) => fixable)).toEqual([false, false, false, false, true]);
    expect(read(`${stderr}Diagnostics not shown: 12.\n`).facts.expected).toBe(15);
    const cut = parseBiomeReport({ ...outputOf({ stderr }), version: '1.3.3' });
    expect(cut.facts.state).toBe('empty');
  });

  it('is read from the only JSON that pylint has before 3.0', () => {
    const stdout = recorded('pylint/v2.17-findings.json');
    const { findings } = parsePylintReport({ ...outputOf({ stdout }), version: '2.17.7' });
    expect(placesOf(findings)).toEqual([
      ['a.py', 1, 1, 'missing-module-docstring', 'lint'],
      ['a.py', 2, 5, 'undefined-variable', 'lint'],
      ['a.py', 1, 1, 'unused-import', 'lint'],
    ]);
  });

  it('is read from what ruff format writes for people before 0.13', () => {
    const stdout = 'Would reformat: a.py\n1 file would be reformatted\n';
    const { findings } = parseRuffFormatReport({ ...outputOf({ stdout }), version: '0.6.9' });
    expect(placesOf(findings)).toEqual([['a.py', null, null, 'unformatted', 'format']]);
  });
});
