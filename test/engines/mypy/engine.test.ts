import { describe, expect, it } from 'vitest';
import type { EnginePlan } from '#domain/model/engine-plan.ts';
import { mypy } from '#engines/mypy/engine.ts';
import { someFacts } from '../../domain/repository/some-facts.ts';
import { aPlan } from '../../domain/scope/plans.ts';

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
      { scope: ['-x.py', 'src'] },
      [...always, '--', '-x.py', 'src'],
    ],
    [
      'with the interpreter of the project',
      { options: { python: '.venv/bin/python' } },
      [...always, '--python-executable', '.venv/bin/python', '--', '.'],
    ],
  ])('%s', (_, changes, args) => {
    expect(specOf(changes)).toEqual({ args, env: {}, reports: {} });
  });
});

describe('mypy in a repository', () => {
  it.each([
    ['mypy.ini', 'mypy.ini configures it'],
    ['.mypy.ini', '.mypy.ini configures it'],
    ['setup.cfg', 'setup.cfg may configure it'],
  ])('is there with %s', (file, because) => {
    expect(mypy.detect(someFacts({ files: [file] }), '.')).toMatchObject({
      kind: 'present',
      because,
    });
    expect(mypy.detect(someFacts({ files: [file] }), 'packages/a').kind).toBe('present');
  });

  it('is there with its section, which says more than a setup.cfg', () => {
    const manifests = { 'pyproject.toml': { tool: { mypy: {} } } };
    expect(mypy.detect(someFacts({ manifests, files: ['setup.cfg'] }), '.')).toMatchObject({
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
