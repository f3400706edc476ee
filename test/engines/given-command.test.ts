import { describe, expect, it } from 'vitest';
import type { EngineSettings } from '#check/rules/scope/settings.ts';
import type { Engine } from '#engines/contract.ts';
import { engines } from '#engines/registry.ts';
import { declared } from './given.ts';
import { checkoutOf, judgedAs, planOf } from './recorded.ts';

type Options = NonNullable<EngineSettings['options']>;

const given = (options: Options = {}): Engine =>
  declared({ own: { from: 'sarif', options: { command: ['tool', '-x'], ...options } } }, 'own');
const input = { plan: planOf({ args: ['-a'], scope: ['src'] }), scratch: '/scratch' };

describe('a command of the user', () => {
  it.each<[Options, Partial<Engine>]>([
    [{}, { scope: 'per-file', changed: 'paths', reads: 'anything', nested: 'itself' }],
    [{ paths: 'none' }, { scope: 'whole-program', changed: 'filter' }],
    [{ scope: 'tests' }, { scope: 'tests', changed: 'everything' }],
    [{ scope: 'whole-program' }, { scope: 'whole-program', changed: 'filter' }],
    [{ files: String.raw`\.sh$` }, { judges: /\.sh$/ }],
    [
      { configNames: ['.rc'], suppressions: ['no-check'] },
      { configNames: ['.rc'], suppressions: ['no-check'] },
    ],
  ])('with the options %j', (options, expected) => {
    expect(given(options)).toMatchObject(expected);
  });

  it('runs by itself where it prints its report', () => {
    const { program, check } = given();
    expect(program).toEqual({ kind: 'binary', name: 'tool' });
    expect(check.spec(input)).toEqual({ args: ['-x', '-a', 'src'], env: {}, reports: {} });
  });

  it('runs in a shell that fetches its report where it writes one', () => {
    const { program, check } = given({ report: { file: 'out.sarif' } });
    expect(program).toEqual({ kind: 'binary', name: 'sh' });
    const { args, reports } = check.spec(input);
    expect(reports).toEqual({ report: '/scratch/report' });
    expect(args.slice(3)).toEqual(['out.sarif', '/scratch/report', 'tool', '-x', '-a', 'src']);
  });
});

describe('a command that repairs', () => {
  it('is the same program with other words', () => {
    const { fix, program } = given({ fix: { command: ['tool', '--fix'] } });
    expect(program).toEqual({ kind: 'binary', name: 'tool' });
    expect(fix?.spec(input).args).toEqual(['--fix', '-a', 'src']);
  });

  it('may be another program', () => {
    const { check, fix, program } = given({ fix: { command: ['mend', '-i'] } });
    expect(program).toEqual({ kind: 'binary', name: 'sh' });
    expect(fix?.spec(input).args.slice(3)).toEqual(['mend', '-i', '-a', 'src']);
    expect(check.spec(input).args.slice(3)).toEqual(['tool', '-x', '-a', 'src']);
  });

  it.each([
    [0, {}, 'success, 0'],
    [1, {}, 'success, 0'],
    [3, {}, 'unknown, none, CONTRADICTION, 0'],
    [3, { success: [3] }, 'success, 0'],
    [1, { toolFailure: [1] }, 'tool_failure, none, CRASHED, 0'],
    [127, {}, 'tool_failure, none, TOOL_NOT_FOUND, 0'],
  ])('and ends with %i, told %j: %s', (exit, exitCodes, is) => {
    const engine = given({ fix: { command: ['mend'], exitCodes } });
    expect(judgedAs(engine, { exit, action: 'fix' })).toBe(is);
  });

  it('is none unless it is given', () => {
    expect(given()).not.toHaveProperty('fix');
  });
});

describe('a command of the user belongs to a root', () => {
  const checkout = checkoutOf({ 'app/scripts/a.sh': undefined, 'b.py': undefined });
  it.each([
    [undefined, '.', { kind: 'present', because: 'its options name a command', at: '.' }],
    [['*.sh'], '.', { kind: 'present', because: 'app/scripts/a.sh is there', at: '.' }],
    [['scripts/*.sh'], 'app', { kind: 'present', because: 'app/scripts/a.sh is there', at: 'app' }],
    [['*.c', 'Makefile'], '.', { kind: 'absent', because: 'no file is named *.c or Makefile' }],
  ])('because of %j in %s', (detect, root, is) => {
    const options: Options = detect === undefined ? {} : { detect };
    expect(given(options).detect(checkout, root)).toEqual(is);
  });
});

describe('an engine whose command is not given', () => {
  it.each(engines.filter(({ configured }) => configured !== undefined))('$id', (engine) => {
    expect(engine.detect(checkoutOf({}), '.').kind).toBe('absent');
    expect(() => engine.check.spec(input)).toThrow('was planned without its options');
  });
});
