import { describe, expect, it } from 'vitest';
import type { EnginePlan } from '#model/engine-plan.ts';
import { coverage } from '#engines/coverage/engine.ts';
import { someFacts } from '../../check/rules/repository/some-facts.ts';

const plan: EnginePlan = {
  engine: 'coverage',
  mode: 'target',
  root: '.',
  scope: ['.'],
  scopeSource: 'default',
  config: { path: null, source: 'discovery' },
  args: [],
  env: {},
  options: {},
  profile: null,
  toolProfile: null,
};

const specOf = (given: Partial<EnginePlan>) =>
  coverage.check.spec({ plan: { ...plan, ...given }, scratch: '/scratch' });

const start = ['-q', '-o', 'cache_dir=/scratch/cache', '--color=no', '--rootdir=.'];
const end = ['--cov-report=json:/scratch/coverage.json', '--cov-report=', '--cov-fail-under=0'];

describe('the command of coverage', () => {
  it('writes its data and its report into the scratch folder', () => {
    expect(specOf({})).toEqual({
      args: [...start, '--cov', ...end],
      env: { COVERAGE_FILE: '/scratch/.coverage', PYTHONDONTWRITEBYTECODE: '1' },
      reports: { coverage: '/scratch/coverage.json' },
    });
  });

  it.each<[Partial<EnginePlan>, readonly string[]]>([
    [{ options: { source: ['src', '-odd'] } }, ['--cov=src', '--cov=-odd']],
    [{ options: { source: [] } }, ['--cov']],
    [{ config: { path: '-c.toml', source: 'config' } }, ['--cov-config=-c.toml', '--cov']],
    [{ args: ['--cov-fail-under=90', '-n', '2'] }, ['--cov-fail-under=90', '-n', '2', '--cov']],
    [{ leaveOut: ['packages/a'] }, ['--ignore=packages/a', '--cov']],
    [{ scope: ['src', '-odd.py'] }, ['--cov']],
  ])('follows the plan: %j', (given, args) => {
    expect(specOf(given).args).toEqual([...start, ...args, ...end]);
  });
});

const asked = { lines: ['pytest-cov'] };
const environment = { environments: ['.venv'] };

describe('coverage belongs to a root', () => {
  it.each([
    [['.coveragerc'], undefined, '.coveragerc configures it'],
    [['app/.coveragerc'], undefined, 'app/.coveragerc configures it'],
    [[], { tool: { coverage: {} } }, 'pyproject.toml configures it'],
  ])('because of %j and %j', (files, manifest, because) => {
    const manifests = { 'pyproject.toml': manifest, 'requirements-dev.txt': asked };
    const facts = someFacts({ files, manifests });
    expect(coverage.detect(facts, 'app')).toMatchObject({ kind: 'present', because });
  });

  it.each<[string, Parameters<typeof someFacts>[0], 'absent' | 'present']>([
    ['is not to be had', {}, 'absent'],
    [
      'is asked for',
      { manifests: { 'tox.ini': { testenv: { deps: 'x\npytest-cov>=5' } } } },
      'present',
    ],
    [
      'is asked for by a group',
      { manifests: { 'pyproject.toml': { 'dependency-groups': { dev: ['pytest_cov'] } } } },
      'present',
    ],
    [
      'is asked for by poetry',
      {
        manifests: {
          'pyproject.toml': { tool: { poetry: { group: { dev: { 'pytest-cov': '*' } } } } },
        },
      },
      'present',
    ],
    [
      'has a name like it that is asked for',
      { manifests: { 'requirements.txt': { lines: ['pytest-cov-plus', 'pytest'] } } },
      'absent',
    ],
    ['is installed', { ...environment, packages: { '.venv': ['pytest-cov'] } }, 'present'],
    [
      'is asked for and not installed',
      {
        ...environment,
        packages: { '.venv': ['pytest'] },
        manifests: { 'requirements.txt': asked },
      },
      'absent',
    ],
  ])('where it %s', (_, facts, kind) => {
    const files = ['.coveragerc'];
    expect(coverage.detect(someFacts({ files, ...facts }), '.').kind).toBe(kind);
  });

  it.each([{ tool: { pytest: {} } }, { project: {} }, null])(
    'and not because of %j',
    (manifest) => {
      const manifests = new Map([['pyproject.toml', manifest]]);
      const facts = {
        files: new Set(['tests/test_a.py']),
        manifests,
        environments: new Set<string>(),
      };
      expect(coverage.detect(facts, '.').kind).toBe('absent');
    },
  );
});
