import { describe, expect, it } from 'vitest';
import { planSetup } from '#check/rules/repository/setup.ts';
import { someFacts } from './some-facts.ts';

type Facts = Parameters<typeof someFacts>[0];

/** The commands, each with the variables before and the folder after it. */
function commandsOf(facts: Facts, roots: readonly string[] = ['.']): readonly string[] {
  return planSetup(someFacts(facts), { roots, configured: [] }).map(({ run, cwd, env }) => {
    const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`);
    return `${[...variables, ...run].join(' ')} @ ${cwd}`;
  });
}

const npm = { 'package.json': {} };
const workspace = { 'package.json': { workspaces: ['packages/*'] }, 'packages/a/package.json': {} };
const pip = 'PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_INPUT=1 .venv/bin/python -m pip install';
const venv = 'python3 -m venv .venv';
const built = { 'pyproject.toml': { 'build-system': { requires: [] } } };
const poetry = 'POETRY_VIRTUALENVS_IN_PROJECT=true poetry install --no-interaction';

describe('the set-up of a root', () => {
  it.each<[string, Facts, readonly string[]]>([
    ['nothing', {}, []],
    ['uv', { files: ['uv.lock'] }, ['uv sync --frozen @ .']],
    [
      'uv without a lock',
      { manifests: { 'pyproject.toml': { tool: { uv: {} } } } },
      ['uv sync @ .'],
    ],
    ['poetry', { files: ['poetry.lock'] }, [`${poetry} @ .`]],
    [
      'requirements',
      { files: ['requirements.txt', 'requirements-dev.txt', 'docs/requirements.txt'] },
      [`${venv} @ .`, `${pip} -r requirements-dev.txt -r requirements.txt @ .`],
    ],
    [
      'requirements and an environment of another name',
      { files: ['requirements.txt'], environments: ['venv'] },
      ['python3 -m venv venv @ .', `${pip.replace('.venv', 'venv')} -r requirements.txt @ .`],
    ],
    [
      'requirements and an environment of the caller',
      { files: ['requirements.txt'], virtualEnv: '/opt/env' },
      [`${venv} @ .`, `${pip} -r requirements.txt @ .`],
    ],
    ['a package', { manifests: built }, [`${venv} @ .`, `${pip} -e . @ .`]],
    ['a package of old', { files: ['setup.py'] }, [`${venv} @ .`, `${pip} -e . @ .`]],
    [
      'requirements and a package',
      { files: ['requirements.txt'], manifests: built },
      [`${venv} @ .`, `${pip} -r requirements.txt @ .`, `${pip} -e . @ .`],
    ],
    ['a pyproject.toml that builds nothing', { manifests: { 'pyproject.toml': { tool: {} } } }, []],
    ['an environment alone', { environments: ['.venv'] }, []],
    ['npm', { manifests: npm, files: ['package-lock.json'] }, ['npm ci @ .']],
    ['npm with the other name', { manifests: npm, files: ['npm-shrinkwrap.json'] }, ['npm ci @ .']],
    ['npm without a lock', { manifests: npm }, ['npm install @ .']],
    ['pnpm', { manifests: npm, files: ['pnpm-lock.yaml'] }, ['pnpm install --frozen-lockfile @ .']],
    [
      'pnpm by its field, without a lock',
      { manifests: { 'package.json': { packageManager: 'pnpm@9.1.0' } } },
      ['pnpm install @ .'],
    ],
    [
      'pnpm by its field, with the lock of another',
      { manifests: { 'package.json': { packageManager: 'pnpm@9.1.0' } }, files: ['yarn.lock'] },
      ['pnpm install @ .'],
    ],
    ['yarn 1', { manifests: npm, files: ['yarn.lock'] }, ['yarn install --frozen-lockfile @ .']],
    [
      'yarn 1 by its field',
      {
        manifests: { 'package.json': { packageManager: 'yarn@1.22.22' } },
        files: ['yarn.lock', '.yarnrc.yml'],
      },
      ['yarn install --frozen-lockfile @ .'],
    ],
    [
      'yarn since 2',
      { manifests: npm, files: ['yarn.lock', '.yarnrc.yml'] },
      ['yarn install --immutable @ .'],
    ],
    [
      'yarn since 2 by its field',
      {
        manifests: { 'package.json': { packageManager: 'yarn@4.1.0+sha224.1' } },
        files: ['yarn.lock'],
      },
      ['yarn install --immutable @ .'],
    ],
    ['go', { files: ['go.mod', 'go.sum'] }, ['go mod download @ .']],
    ['go that needs nothing', { files: ['go.mod'] }, []],
    ['cargo', { files: ['Cargo.toml', 'Cargo.lock'] }, ['cargo fetch --locked @ .']],
    ['cargo without a lock', { files: ['Cargo.toml'] }, ['cargo fetch @ .']],
    ['bun', { manifests: npm, files: ['bun.lock'] }, ['bun install --frozen-lockfile @ .']],
    [
      'both',
      { manifests: npm, files: ['uv.lock', 'package-lock.json'] },
      ['uv sync --frozen @ .', 'npm ci @ .'],
    ],
  ])('with %s', (_name, facts, expected) => {
    expect(commandsOf(facts)).toEqual(expected);
  });

  it.each<[string, Facts, readonly string[], readonly string[]]>([
    [
      'of a Node workspace once, at its lock file',
      { manifests: workspace, files: ['package-lock.json'] },
      ['.', 'packages/a'],
      ['npm ci @ .'],
    ],
    [
      'of a Node workspace, asked for by a member',
      { manifests: workspace, files: ['yarn.lock'] },
      ['packages/a'],
      ['yarn install --frozen-lockfile @ .'],
    ],
    [
      'of a package that is no member',
      { manifests: { ...npm, 'site/package.json': {} }, files: ['package-lock.json'] },
      ['.', 'site'],
      ['npm ci @ .', 'npm install @ site'],
    ],
    [
      'of a uv workspace once, at its lock file',
      { files: ['uv.lock', 'packages/a/pyproject.toml'] },
      ['.', 'packages/a'],
      ['uv sync --frozen @ .'],
    ],
    [
      'of a uv table above',
      { manifests: { 'pyproject.toml': { tool: { uv: {} } } } },
      ['packages/a'],
      ['uv sync @ .'],
    ],
    ['of poetry in its own folder', { files: ['api/poetry.lock'] }, ['api'], [`${poetry} @ api`]],
    [
      'of pip in an environment that roots share',
      { files: ['api/requirements.txt'], environments: ['.venv'] },
      ['api'],
      [
        'python3 -m venv ../.venv @ api',
        `${pip.replace('.venv', '../.venv')} -r requirements.txt @ api`,
      ],
    ],
  ])('%s', (_name, facts, roots, expected) => {
    expect(commandsOf(facts, roots)).toEqual(expected);
  });

  it('is what the configuration lists, and that alone', () => {
    const configured = [{ run: ['make', 'setup'], cwd: 'api' }];
    expect(planSetup(someFacts({ files: ['uv.lock'] }), { roots: ['.'], configured })).toEqual([
      { run: ['make', 'setup'], cwd: 'api', env: {}, because: 'setup lists it' },
    ]);
  });

  it('says why', () => {
    const facts = someFacts({
      files: ['uv.lock', 'package-lock.json'],
      manifests: npm,
    });
    const planned = planSetup(facts, { roots: ['.'], configured: [] });
    expect(planned.map(({ because }) => because)).toEqual([
      'uv.lock belongs to uv',
      'package-lock.json belongs to npm',
    ]);
  });
});

describe('what hooks need', () => {
  const config = '.pre-commit-config.yaml';
  const missing = { files: [config], missingHooks: new Map([[config, ['https://example.org/a']]]) };
  const asked = {
    'pyproject.toml': { 'dependency-groups': { dev: ['pre-commit'] }, tool: { uv: {} } },
  };

  it.each<[string, Facts, string | undefined]>([
    [
      'by the environment that asks for it',
      { ...missing, manifests: asked },
      'uv run --no-sync pre-commit install-hooks @ .',
    ],
    [
      'by the program of the machine',
      { ...missing, programs: new Set(['pre-commit']) },
      'pre-commit install-hooks @ .',
    ],
    ['by nothing where there is none', missing, undefined],
    [
      'by nothing where it is there',
      { files: [config], programs: new Set(['pre-commit']) },
      undefined,
    ],
  ])('is installed %s', (_, facts, command) => {
    expect(commandsOf(facts).at(-1)).toBe(command);
  });

  it('is no reason to stop', () => {
    const facts = someFacts({ ...missing, programs: new Set(['pre-commit']) });
    expect(planSetup(facts, { roots: ['.'], configured: [] })[0]?.optional).toBe(true);
  });
});
