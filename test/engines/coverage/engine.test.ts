import { describe, expect, it } from 'vitest';
import type { EnginePlan } from '#domain/model/engine-plan.ts';
import { coverage } from '#engines/coverage/engine.ts';

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

const start = ['-q', '-p', 'no:cacheprovider', '--rootdir=.'];
const end = [
  '--cov-branch',
  '--cov-report=json:/scratch/coverage.json',
  '--cov-report=',
  '--cov-fail-under=0',
];

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
    [{ scope: ['src', '-odd.py'] }, ['--cov']],
  ])('follows the plan: %j', (given, args) => {
    expect(specOf(given).args).toEqual([...start, ...args, ...end]);
  });
});

describe('coverage belongs to a root', () => {
  it.each([
    [['.coveragerc'], undefined, '.coveragerc configures it'],
    [['app/.coveragerc'], undefined, 'app/.coveragerc configures it'],
    [[], { tool: { coverage: {} } }, 'pyproject.toml configures it'],
  ])('because of %j and %j', (files, manifest, because) => {
    const manifests = new Map([['pyproject.toml', manifest]]);
    const facts = { files: new Set(files), manifests, environments: new Set<string>() };
    expect(coverage.detect(facts, 'app')).toMatchObject({ kind: 'present', because });
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
