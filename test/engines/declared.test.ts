import { describe, expect, it } from 'vitest';
import type { EngineSettings } from '#check/rules/scope/settings.ts';
import { engines } from '#engines/registry.ts';
import { declare, declared } from './given.ts';
import { checkoutOf, planOf } from './recorded.ts';

const builtIn = engines.map(({ id }) => id).toSorted();
const command = { options: { command: ['tool'] } };

describe('the engines of a repository', () => {
  it('are those that are built in where nothing is configured', () => {
    const list = declare({});
    expect(list.problems).toEqual([]);
    expect(list.engines.map(({ id }) => id)).toEqual(builtIn);
    for (const engine of engines) expect(list.engines).toContain(engine);
  });

  it('are also those that the configuration declares', () => {
    const list = declare({ zig: { from: 'command', ...command }, 'b-tests': { from: 'pytest' } });
    expect(list.problems).toEqual([]);
    expect(list.engines.map(({ id }) => id)).toEqual([...builtIn, 'zig', 'b-tests'].toSorted());
  });

  it('may be a second instance of one that is built in', () => {
    const engine = declared({ slow: { from: 'pytest' } }, 'slow');
    const pytest = engines.find(({ id }) => id === 'pytest');
    expect(engine).toMatchObject({ id: 'slow', title: 'slow (pytest)', parse: pytest?.parse });
    const detection = engine.detect(checkoutOf({}), '.');
    expect(detection).toEqual({
      kind: 'present',
      because: 'the configuration declares it',
      at: '.',
    });
  });

  it('may be one that is built in and needs a command', () => {
    const sarif = declared({ sarif: command }, 'sarif');
    expect(sarif).toMatchObject({ id: 'sarif', title: 'SARIF report', program: { name: 'tool' } });
    expect(sarif.detect(checkoutOf({}), '.').kind).toBe('present');
  });

  it('have a name of their own', () => {
    expect(declared({ own: { from: 'sarif', ...command } }, 'own')).toMatchObject({
      id: 'own',
      title: 'own (SARIF report)',
    });
  });

  it('keep options for their runs', () => {
    const options = { source: ['src'] };
    const coverage = declared({ coverage: { options } }, 'coverage');
    const { args } = coverage.check.spec({ plan: planOf({ options }), scratch: '/scratch' });
    expect(args).toContain('--cov=src');
  });
});

describe('a configuration that is no engine', () => {
  const names = builtIn.join(', ');
  it.each<[string, EngineSettings, string, string]>([
    [
      'own',
      {},
      'UNKNOWN_ENGINE',
      `engines.own is no built-in engine, so engines.own.from must name one; write one of ${names}.`,
    ],
    [
      'own',
      { from: 'nosuch' },
      'UNKNOWN_ENGINE',
      `engines.own.from is "nosuch", which is no built-in engine; write one of ${names}.`,
    ],
    [
      'ruff',
      { from: 'pylint' },
      'UNKNOWN_ENGINE',
      'engines.ruff.from is "pylint", but ruff is an engine of its own; choose another id.',
    ],
    [
      'ruff',
      { options: { select: ['E'] } },
      'INVALID_OPTIONS',
      'engines.ruff.options is set, but ruff takes no options; remove it.',
    ],
    [
      'mypy',
      { options: { python: 3, pyton: 'x' } },
      'INVALID_OPTIONS',
      'engines.mypy.options.python is wrong; write the path of a Python interpreter. engines.mypy.options.pyton is not known; remove it; mypy takes python.',
    ],
    [
      'pyright',
      { options: { python: '' } },
      'INVALID_OPTIONS',
      'engines.pyright.options.python is wrong; write the path of a Python interpreter.',
    ],
    [
      'coverage',
      { options: { source: 'src' } },
      'INVALID_OPTIONS',
      'engines.coverage.options.source is wrong; write a list of folders or packages, such as ["src"].',
    ],
    [
      'own',
      { from: 'command', options: { command: ['t', 1] } },
      'INVALID_OPTIONS',
      'engines.own.options.command.1 is wrong; write a word as text, in quotes if it looks like a number.',
    ],
    [
      'own',
      { from: 'sarif', options: { command: ['t'], exitCodes: { fine: [0] } } },
      'INVALID_OPTIONS',
      'engines.own.options.exitCodes.fine is not known; remove it.',
    ],
    [
      'own',
      { from: 'sarif', config: 'tool.toml', ...command },
      'INVALID_OPTIONS',
      'A configuration is set for own, but only its command can name one; write it there.',
    ],
    [
      'own',
      { from: 'command', options: { command: ['t'], report: { from: 'stderr' } } },
      'INVALID_OPTIONS',
      'engines.own.options.report.from is wrong; write stdout, merged or a file: what a tool says on its standard error becomes a finding only where it is asked for.',
    ],
    [
      'own',
      { from: 'command', options: { command: ['t'], report: { from: 'stdout', pattern: '(' } } },
      'INVALID_OPTIONS',
      'engines.own.options.report.pattern is wrong; write a regular expression that JavaScript can read, with a group (?<message>...).',
    ],
    [
      'own',
      { from: 'command', options: { command: ['t'], report: { from: 'stdout', pattern: '.' } } },
      'INVALID_OPTIONS',
      'engines.own.options.report.pattern is wrong; write a regular expression that JavaScript can read, with a group (?<message>...).',
    ],
    [
      'own',
      { from: 'command', options: { command: ['t'], report: { from: 'stdout', format: 'none' } } },
      'INVALID_OPTIONS',
      'engines.own.options.report is wrong; write format: none alone, for what it prints is not read.',
    ],
    [
      'own',
      { from: 'sarif', options: { command: ['t', '-o={report}'] } },
      'INVALID_OPTIONS',
      'engines.own.options.report.file is missing; write {report} here and in a word of command, or in neither.',
    ],
    [
      'own',
      { from: 'sarif', options: { command: ['t'], report: { file: '{report}' } } },
      'INVALID_OPTIONS',
      'engines.own.options.report.file is wrong; write {report} here and in a word of command, or in neither.',
    ],
    [
      'own',
      { from: 'sarif', options: { command: ['t'], suppressions: ['ok', '['] } },
      'INVALID_OPTIONS',
      'engines.own.options.suppressions.1 is wrong; write a regular expression that JavaScript can read.',
    ],
  ])('%s: %j is %s', (id, settings, code, message) => {
    const { engines: others, problems } = declare({ [id]: settings });
    expect(problems).toEqual([{ engine: id, code, message }]);
    expect(others.map((one) => one.id)).toEqual(builtIn.filter((one) => one !== id));
  });

  it('is left alone where it is switched off', () => {
    const off = { enabled: false };
    const { engines: list, problems } = declare({
      own: off,
      other: { ...off, from: 'sarif', options: { command: 1 } },
      mypy: { ...off, options: { x: 1 } },
    });
    expect(problems).toEqual([]);
    expect(list.map(({ id }) => id)).toEqual([...builtIn, 'other'].toSorted());
  });
});

describe('a built-in engine that needs a command', () => {
  const problem = {
    engine: 'sarif',
    code: 'INVALID_OPTIONS',
    message:
      'engines.sarif.options.command is missing; write a command as a list of words, such as ["npm", "test"].',
  };

  it.each<[string, EngineSettings, readonly string[]]>([
    ['is switched on', { enabled: true }, []],
    ['is asked for', {}, ['sarif']],
    ['has other options', { options: { paths: 'none' } }, []],
  ])('and has none is a problem once it %s', (_, settings, asked) => {
    expect(declare({ sarif: settings }, asked).problems).toEqual([problem]);
  });

  it('and has none is nothing else', () => {
    expect(declare({ sarif: { args: ['x'] } }).problems).toEqual([]);
  });
});
