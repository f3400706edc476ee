import { describe, expect, it } from 'vitest';
import { commandsToInstall, explainMissing } from '#check/rules/repository/not-installed.ts';
import { someFacts } from './some-facts.ts';

const ruff = { kind: 'python-module', module: 'ruff' } as const;
const eslint = { kind: 'node-bin', package: 'eslint', bin: 'eslint' } as const;
const manifests = {
  'pyproject.toml': { tool: { uv: {} } },
  'package.json': { devDependencies: { eslint: '9' } },
};
const files = ['uv.lock', 'package-lock.json'];

describe('what installs a tool', () => {
  it.each([
    [ruff, {}, 'uv sync --frozen'],
    [ruff, { environments: ['.venv'] }, undefined],
    [ruff, { virtualEnv: '/opt/venv' }, undefined],
    [eslint, {}, 'npm ci'],
    [{ ...eslint, package: 'biome' }, {}, undefined],
    [{ kind: 'binary', name: 'go' } as const, {}, undefined],
  ])('%j with %j: %s', (program, more, command) => {
    const facts = someFacts({ files, manifests, ...more });
    expect(commandsToInstall(facts, '.', { program, configured: [] })).toBe(command);
  });

  it('is not known where packages are there, and is what the settings say', () => {
    const facts = someFacts({ files, manifests });
    const there = { ...facts, nodePackages: new Map([['.', new Set<string>()]]) };
    expect(commandsToInstall(there, '.', { program: eslint, configured: [] })).toBeUndefined();
    const configured = [{ run: ['make', 'install'], cwd: 'web' }];
    expect(commandsToInstall(facts, '.', { program: eslint, configured })).toBe(
      'cd web && make install',
    );
  });
});

const toolOf = (module: string, system?: readonly string[] | null) => ({
  program: { kind: 'python-module', module } as const,
  runsTests: module === 'pytest',
  system: system && new Set(system),
  configured: [],
});

function ofPoetry(more: object): string | undefined {
  const facts = someFacts({ files: ['poetry.lock'], ...more });
  return commandsToInstall(facts, '.', toolOf('ruff'));
}

const told = (more: Parameters<typeof someFacts>[0], root = '.') =>
  explainMissing(someFacts(more), root, { program: eslint, configured: [] });

describe('what is told of a project that is not installed', () => {
  const berry = { ...manifests, '.yarnrc.yml': {} };

  it('is the command that installs it', () => {
    expect(told({ manifests, files })).toMatch('run `npm ci`, or `ratchetr check --setup`.');
  });

  it.each([
    [{}, ['yarn.lock'], true],
    [{ nodeLinker: 'pnp' }, ['yarn.lock'], true],
    [{ nodeLinker: 'node-modules' }, ['yarn.lock'], false],
    [{ nodeLinker: 'pnpm' }, ['yarn.lock'], false],
    [{}, ['package-lock.json'], false],
  ])('is what Ratchetr cannot do where yarn has %j and there is %j: %s', (settings, locks, is) => {
    const words = told({ manifests: { ...berry, '.yarnrc.yml': settings }, files: locks });
    expect(words?.includes('`nodeLinker: node-modules` in .yarnrc.yml')).toBe(is);
    expect(words?.includes('--setup')).toBe(!is);
  });

  it('counts the packages of the project above for nothing where it has a lock file of its own', () => {
    const inner = { 'web/package.json': manifests['package.json'], 'package.json': { name: 'a' } };
    const installed = { nodePackages: new Map([['.', new Set<string>()]]) };
    const missing = (locks: readonly string[]) =>
      explainMissing({ ...someFacts({ manifests: inner, files: locks }), ...installed }, 'web', {
        program: eslint,
        configured: [],
      });
    expect(missing(['package-lock.json'])).toBeUndefined();
    expect(missing(['package-lock.json', 'web/yarn.lock'])).toMatch('cd web && yarn install');
  });
});

describe('what installs a project of Python without an environment', () => {
  const built = {
    'build-system': {},
    project: { dependencies: ['attrs>=23', 'tomli; os_name == "x"'] },
  };
  const shop = { 'pyproject.toml': { ...built, 'dependency-groups': { dev: ['ruff>=0.9'] } } };
  const pip = 'python3 -m venv .venv && .venv/bin/python -m pip install "ruff>=0.9" -e .';

  it.each([
    ['there is no Python', 'ruff', null, pip],
    ['that of the machine lacks the tool', 'ruff', ['pytest'], pip],
    ['it has the tool', 'ruff', ['ruff'], undefined],
    ['it has the runner of tests and not what the project needs', 'pytest', ['pytest'], pip],
    ['it has both', 'pytest', ['pytest', 'attrs'], undefined],
    ['nobody asked', 'pytest', undefined, undefined],
  ])('is said where %s', (_, module, system, command) => {
    const facts = someFacts({ manifests: shop });
    expect(commandsToInstall(facts, '.', toolOf(module, system))).toBe(command);
  });

  it('is said where the code lies in a folder in which only an installed project is found', () => {
    const project = { name: 'My.Shop' };
    const manifest = { 'build-system': {}, project };
    const facts = (tool: object) =>
      someFacts({
        files: ['src/shop/__init__.py'],
        manifests: { 'pyproject.toml': { ...manifest, tool } },
      });
    const has = (tool: object, ...system: readonly string[]) =>
      commandsToInstall(facts(tool), '.', toolOf('pytest', ['pytest', ...system])) === undefined;
    expect(has({})).toBe(false);
    expect(has({}, 'my-shop')).toBe(true);
    expect(has({ pytest: { ini_options: { pythonpath: ['src'] } } })).toBe(true);
  });

  it('is said of an environment that lacks what the project asks for, and of no other', () => {
    const packages = { '.venv': ['pip'] };
    const facts = someFacts({ manifests: shop, environments: ['.venv'], packages });
    expect(commandsToInstall(facts, '.', toolOf('ruff'))).toBe(pip);
    expect(commandsToInstall(facts, '.', toolOf('pylint'))).toBeUndefined();
  });

  it('is said where poetry would make an empty one', () => {
    const command = 'POETRY_VIRTUALENVS_IN_PROJECT=true poetry install --no-interaction';
    expect(ofPoetry({})).toBe(command);
    expect(ofPoetry({ poetryMakesNone: true })).toBeUndefined();
    expect(ofPoetry({ virtualEnv: '/opt/env' })).toBeUndefined();
  });
});
