import { describe, expect, it } from 'vitest';
import type { EnginePlan } from '#model/engine-plan.ts';
import type { RepositoryFacts } from '#check/rules/repository/facts.ts';
import { pytest } from '#engines/pytest/engine.ts';
import { byTestFile } from '#repair/rules/tasks/by-test-file.ts';
import { defaultTaskLimits } from '#repair/rules/tasks/draft.ts';
import { failed } from '../../repair/rules/tasks/found.ts';

const plan: EnginePlan = {
  engine: 'pytest',
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

const argsOf = (given: Partial<EnginePlan>): readonly string[] =>
  pytest.check.spec({ plan: { ...plan, ...given }, scratch: '/scratch' }).args;

const start = ['-q', '-rfEX', '-o', 'cache_dir=/scratch/cache', '--color=no', '--rootdir=.'];
const report = [
  '--junitxml=/scratch/junit.xml',
  '-o',
  'junit_family=xunit1',
  '-o',
  'junit_logging=all',
  '-o',
  'junit_log_passing_tests=False',
];

describe('the command of pytest', () => {
  it('writes its report into the scratch folder and nothing into the tree', () => {
    expect(pytest.check.spec({ plan, scratch: '/scratch' })).toEqual({
      args: [...start, ...report],
      env: { PYTHONDONTWRITEBYTECODE: '1' },
      reports: { junit: '/scratch/junit.xml' },
    });
  });

  it.each<[Partial<EnginePlan>, readonly string[]]>([
    [
      { config: { path: 'ci/pytest.toml', source: 'config' } },
      [...start, '-c', 'ci/pytest.toml', ...report],
    ],
    [{ args: ['-x', '--junitxml=other.xml'] }, [...start, '-x', '--junitxml=other.xml', ...report]],
    [{ scope: ['tests/a', '-odd.py'] }, [...start, ...report, 'tests/a', './-odd.py']],
    [{ scope: ['-odd.py::test_x'] }, [...start, ...report, './-odd.py::test_x']],
    [{ leaveOut: ['packages/a'] }, [...start, ...report, '--ignore=packages/a']],
    [{ options: { unknown: true } }, [...start, ...report]],
  ])('follows the plan: %j', (given, args) => {
    expect(argsOf(given)).toEqual(args);
  });
});

it('knows its version', () => {
  expect(pytest.versionPattern.exec('pytest 9.1.1\n')?.[1]).toBe('9.1.1');
});

const detect = (files: readonly string[], manifest?: unknown, root = 'app') => {
  const manifests = new Map(manifest === undefined ? [] : [['pyproject.toml', manifest]]);
  const facts: RepositoryFacts = { files: new Set(files), manifests, environments: new Set() };
  return pytest.detect(facts, root);
};

describe('pytest belongs to a root', () => {
  it.each([
    [['app/pytest.ini'], undefined, 'app/pytest.ini configures it'],
    [['conftest.py'], undefined, 'conftest.py configures it'],
    [[], { tool: { pytest: { ini_options: {} } } }, 'pyproject.toml configures it'],
    [['app/setup.py', 'app/tests/test_a.py'], {}, 'app/tests/test_a.py is a test'],
    [['app/setup.cfg', 'app/a_test.py'], { tool: {} }, 'app/a_test.py is a test'],
  ])('because of %j and %j', (files, manifest, because) => {
    expect(detect(files, manifest)).toMatchObject({ kind: 'present', because });
  });

  it.each([
    [[], undefined],
    [['other/test_a.py', 'application/test_a.py'], { project: {} }],
    [['app/contest_a.py', 'app/test_a.txt'], 7],
  ])('and not because of %j and %j', (files, manifest) => {
    expect(detect(files, manifest).kind).toBe('absent');
  });
});

describe('what judges a repair', () => {
  it('names the file from which an inherited test is collected, beside that of its class', () => {
    const inherited = failed('tests/__init__.py', 'AssertionError', 'assert 1 == 2');
    const testId = 'tests/test_child.py::TestChild::test_inherited';
    const [draft] = byTestFile([{ ...inherited, testId }], defaultTaskLimits);
    if (draft === undefined) throw new Error('No findings, no draft');
    const spec = pytest.validation({
      draft,
      plan,
      others: [],
      timeoutMs: 60_000,
      limits: defaultTaskLimits,
      complete: true,
    });
    expect(spec.commands[0]?.args.slice(-2)).toEqual(['tests/__init__.py', 'tests/test_child.py']);
  });
});
