import { describe, expect, it } from 'vitest';
import type { EnginePlan } from '#model/engine-plan.ts';
import { mypy } from '#engines/mypy/engine.ts';
import { someFacts } from '../../check/rules/repository/some-facts.ts';
import { aPlan } from '../../check/rules/scope/plans.ts';

const always = [
  '--output',
  'json',
  '--error-summary',
  '--no-install-types',
  '--interactive',
  '--cache-dir',
  '/scratch/cache',
];

const specOf = (changes: Partial<EnginePlan>) =>
  mypy.check.spec({ plan: aPlan({ engine: 'mypy', ...changes }), scratch: '/scratch' });

describe('the command of mypy', () => {
  it.each<[string, Partial<EnginePlan>, readonly string[]]>([
    ['by default', {}, [...always, '--', '.']],
    [
      'with a configuration and arguments',
      { config: { path: 'ci/mypy.ini', source: 'config' }, args: ['--strict'] },
      [...always, '--config-file', 'ci/mypy.ini', '--strict', '--', '.'],
    ],
    [
      'with paths that look like options',
      { scope: ['-x.py', 'src'], scopeSource: 'config' },
      [...always, '--', '-x.py', 'src'],
    ],
    [
      'with the interpreter of the project',
      { options: { python: '.venv/bin/python' } },
      [...always, '--python-executable', '.venv/bin/python', '--', '.'],
    ],
    [
      'where its configuration says what is judged',
      { native: { selects: true }, leaveOut: ['venv'] },
      always,
    ],
    [
      'where somebody else says so',
      { native: { selects: true }, scope: ['src'], scopeSource: 'command-line' },
      [...always, '--', 'src'],
    ],
    ['with a package as argument', { args: ['-p', 'shop'] }, [...always, '-p', 'shop']],
    [
      'beside what git ignores',
      { native: { selects: false }, leaveOut: ['venv', 'build/lib.x'] },
      [...always, '--exclude', String.raw`^(?:venv|build/lib\.x)(?:/|$)`, '--', '.'],
    ],
  ])('%s', (_, changes, args) => {
    expect(specOf(changes)).toEqual({ args, env: {}, reports: {} });
  });
});

const selects = (manifests: Readonly<Record<string, unknown>>, config: string | null = null) =>
  mypy.native?.(someFacts({ manifests }), { root: 'api', config });

const detectBy = (setup: unknown) =>
  mypy.detect(someFacts({ manifests: { 'setup.cfg': setup } }), 'packages/a');

describe('the configuration of mypy', () => {
  it.each<[string, Readonly<Record<string, unknown>>, boolean]>([
    ['files', { 'api/mypy.ini': { mypy: { files: 'src' } } }, true],
    ['packages', { 'api/pyproject.toml': { tool: { mypy: { packages: ['shop'] } } } }, true],
    ['modules', { 'api/setup.cfg': { mypy: { modules: 'shop' } } }, true],
    ['files above', { '.mypy.ini': { mypy: { files: 'src' } } }, true],
    ['an empty list', { 'api/pyproject.toml': { tool: { mypy: { files: [] } } } }, false],
    ['nothing of them', { 'api/mypy.ini': { mypy: { strict: 'true' } } }, false],
    [
      'nothing, before one that is not read',
      { 'api/mypy.ini': {}, 'api/setup.cfg': { mypy: { files: 'src' } } },
      false,
    ],
    [
      'files, after one that other tools share',
      { 'api/pyproject.toml': { tool: { ruff: {} } }, 'api/setup.cfg': { mypy: { files: 'a' } } },
      true,
    ],
  ])('names %s', (_, manifests, expected) => {
    expect(selects(manifests)).toEqual({ selects: expected });
  });

  it('is the one that it is given', () => {
    const manifests = { 'api/mypy.ini': { mypy: { files: 'a' } }, 'ci/strict.ini': { mypy: {} } };
    expect(selects(manifests, 'ci/strict.ini')).toEqual({ selects: false });
    expect(selects({ 'ci/strict.toml': { tool: { mypy: { files: ['a'] } } } }, 'ci/strict.toml')) //
      .toEqual({ selects: true });
  });
});

describe('mypy in a repository', () => {
  it.each([
    ['mypy.ini', 'mypy.ini configures it'],
    ['.mypy.ini', '.mypy.ini configures it'],
  ])('is there with %s', (file, because) => {
    expect(mypy.detect(someFacts({ files: [file] }), '.')).toMatchObject({
      kind: 'present',
      because,
    });
    expect(mypy.detect(someFacts({ files: [file] }), 'packages/a').kind).toBe('present');
  });

  it('is there with a section of a setup.cfg, and not with one of other tools', () => {
    expect(detectBy({ mypy: {} })).toMatchObject({ because: 'setup.cfg configures it', at: '.' });
    expect(detectBy({ 'mypy-tests.*': {} }).kind).toBe('present');
    expect(detectBy({ flake8: {} }).kind).toBe('absent');
  });

  it('is there with its table, before a section of a setup.cfg', () => {
    const manifests = { 'pyproject.toml': { tool: { mypy: {} } }, 'setup.cfg': { mypy: {} } };
    expect(mypy.detect(someFacts({ manifests }), '.')).toMatchObject({
      kind: 'present',
      because: 'pyproject.toml configures it',
    });
  });

  it('is there with the section of a root, for that root alone', () => {
    const facts = someFacts({ manifests: { 'api/pyproject.toml': { tool: { mypy: {} } } } });
    expect(mypy.detect(facts, 'api')).toMatchObject({
      kind: 'present',
      because: 'api/pyproject.toml configures it',
    });
    expect(mypy.detect(facts, '.').kind).toBe('absent');
  });

  it.each([{}, { tool: {} }, { tool: { ruff: {} } }, { tool: 7 }, undefined])(
    'is not there with the manifest %j alone',
    (manifest) => {
      const manifests = { 'pyproject.toml': manifest };
      const files = ['src/a.py', 'docs/mypy.ini'];
      expect(mypy.detect(someFacts({ manifests, files }), '.').kind).toBe('absent');
    },
  );

  it('tells its version', () => {
    expect(mypy.versionPattern.exec('mypy 2.4.0 (compiled: yes)\n')?.[1]).toBe('2.4.0');
  });
});
