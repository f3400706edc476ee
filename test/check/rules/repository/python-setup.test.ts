import { describe, expect, it } from 'vitest';
import { planSetup } from '#check/rules/repository/setup.ts';
import { someFacts } from './some-facts.ts';

type Facts = Parameters<typeof someFacts>[0];

const build = { 'build-system': { requires: [] } };
const extras = { test: ['pytest'], docs: ['sphinx'], type: ['mypy'] };
const groups = {
  dev: [{ 'include-group': 'tests' }, 'ruff'],
  tests: ['pytest >= 8'],
  docs: ['sphinx'],
};

/** What the last command installs, after what is the same for all. */
function lastOf(facts: Facts): string {
  const last = planSetup(someFacts(facts), { roots: ['.'], configured: [] }).at(-1);
  return last?.run.join(' ').replace('.venv/bin/python -m pip install ', '') ?? '';
}

/** The same where this is all that pyproject.toml holds. */
function lastOfManifest(manifest: Readonly<Record<string, unknown>>, others: Facts = {}): string {
  return lastOf({ ...others, manifests: { ...others.manifests, 'pyproject.toml': manifest } });
}

/** The program that makes the environment. */
const makerOf = (version: string, programs: readonly string[]): string | undefined =>
  planSetup(
    someFacts({
      files: ['setup.py', '.python-version'],
      manifests: { '.python-version': { lines: [version] } },
      programs: new Set(programs),
    }),
    { roots: ['.'], configured: [] },
  )[0]?.run[0];

describe('the interpreter of a new environment', () => {
  it.each([
    ['3.12', ['python3', 'python3.12'], 'python3.12'],
    ['3.12.4', ['python3', 'python3.12'], 'python3.12'],
    ['3.12', ['python3', 'python3.11'], 'python3'],
    ['>=3.12', ['python3', 'python3.12'], 'python3'],
  ])('for %s, with %j on the machine, is %s', (version, programs, name) => {
    expect(makerOf(version, programs)).toBe(name);
  });
});

describe('the set-up of a Python project', () => {
  it('takes the extras that are for those who work on it, and no others', () => {
    const manifest = { ...build, project: { 'optional-dependencies': extras } };
    expect(lastOfManifest(manifest)).toBe('-e .[test,type]');
    const config = { 'options.extras_require': { testing: 'pytest', docs: 'sphinx' } };
    expect(lastOf({ files: ['setup.py'], manifests: { 'setup.cfg': config } })).toBe(
      '-e .[testing]',
    );
  });

  it('takes the groups for work with what they include, each requirement once', () => {
    expect(lastOfManifest({ ...build, 'dependency-groups': groups })).toBe('ruff pytest >= 8 -e .');
  });

  it('takes what the environment of tox has: extras and groups by any name, and packages', () => {
    const testenv = {
      deps: 'pytest\npy38: old\n{[testenv:lint]deps}\n-r requirements/extra.in\n# none\nmypy # for types',
      extras: 'docs',
      dependency_groups: 'docs',
    };
    const manifest = {
      ...build,
      project: { 'optional-dependencies': extras },
      'dependency-groups': { docs: ['furo'] },
    };
    expect(lastOfManifest(manifest, { manifests: { 'tox.ini': { testenv } } })).toBe(
      'furo pytest -r requirements/extra.in mypy -e .[test,docs,type]',
    );
    const written = { env_run_base: { deps: ['hypothesis'], extras: ['docs'] } };
    expect(lastOfManifest({ ...manifest, tool: { tox: written } }, { manifests: {} })).toBe(
      'hypothesis -e .[test,docs,type]',
    );
  });

  it('leaves out what a group for work includes for readers alone', () => {
    const dev = [{ 'include-group': 'docs' }, { 'include-group': 'tests' }];
    expect(lastOfManifest({ ...build, 'dependency-groups': { ...groups, dev } })).toBe(
      'pytest >= 8 -e .',
    );
  });

  it('takes the environments of hatch from a file of their own, and what hatch tests with', () => {
    const envs = {
      'hatch-test': { 'extra-dependencies': ['trio'] },
      docs: { dependencies: ['x'] },
    };
    const usual = 'coverage[toml] pytest pytest-mock pytest-rerunfailures pytest-xdist[psutil]';
    expect(lastOfManifest(build, { manifests: { 'hatch.toml': { envs } } })) //
      .toBe(`${usual} trio -e .`);
    const told = { envs: { 'hatch-test': { dependencies: ['nose2'] } } };
    expect(lastOfManifest(build, { manifests: { 'hatch.toml': told } })).toBe('nose2 -e .');
  });

  it('takes what environments of hatch for tests and checks have', () => {
    const envs = {
      default: { dependencies: ['pytest'], features: ['docs'] },
      types: { 'extra-dependencies': ['mypy', 'plugin @ {root:uri}/plugin'] },
      docs: { dependencies: ['mkdocs'] },
    };
    const project = { 'optional-dependencies': { docs: ['sphinx'] } };
    expect(lastOfManifest({ ...build, project, tool: { hatch: { envs } } })).toBe(
      'pytest mypy -e .[docs]',
    );
  });

  it('takes lists of requirements for work, wherever projects keep them', () => {
    const files = [
      'requirements.txt',
      'dev-requirements.txt',
      'docs-requirements.txt',
      'requirements/tests.txt',
      'requirements/docs.txt',
    ];
    expect(lastOf({ files })).toBe(
      '-r dev-requirements.txt -r requirements.txt -r requirements/tests.txt',
    );
  });

  it('asks uv for extras and groups, unless some of them conflict', () => {
    const manifest = { project: { 'optional-dependencies': extras }, 'dependency-groups': groups };
    const locked = { files: ['uv.lock'] };
    expect(lastOfManifest(manifest, locked)).toBe(
      'uv sync --frozen --extra test --extra type --group tests',
    );
    const conflicts = [[{ extra: 'test' }, { extra: 'type' }]];
    expect(lastOfManifest({ ...manifest, tool: { uv: { conflicts } } }, locked)).toBe(
      'uv sync --frozen',
    );
  });

  it('asks poetry for extras and for groups that are optional', () => {
    const group = { dev: {}, test: { optional: true }, docs: { optional: true } };
    const poetry = { extras: { testing: ['pytest'] }, group };
    const manifest = { tool: { poetry }, 'dependency-groups': { test: [], dev: [] } };
    expect(lastOfManifest(manifest)).toBe(
      'poetry install --no-interaction --extras testing --with test',
    );
    expect(lastOfManifest({ tool: { poetry } })).toBe(
      'poetry install --no-interaction --extras testing --with test',
    );
  });

  it('leaves it to pdm and pipenv where they keep the lock', () => {
    expect(lastOf({ files: ['pdm.lock', 'pyproject.toml'] })).toBe('pdm install --frozen-lockfile');
    expect(lastOf({ files: ['Pipfile.lock'] })).toBe('pipenv sync --dev');
  });
});
