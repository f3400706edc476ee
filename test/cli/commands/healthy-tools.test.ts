import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { plantFiles } from '../../support/plant-files.ts';
import { runCli } from './run-cli.ts';

const env = { PATH: `${dirname(process.execPath)}:/usr/bin:/bin` };
const settings = '[tool.ruff]\n[tool.mypy]\n[tool.pyright]\n[tool.pylint]\n';

/** An environment in which no more than this is installed. */
function installed(...names: readonly string[]): Readonly<Record<string, string>> {
  const packages = names.map((name) => [
    `.venv/lib/python3.13/site-packages/${name}-1.0.dist-info/METADATA`,
    '',
  ]);
  return { '.venv/pyvenv.cfg': '', ...Object.fromEntries(packages) };
}

async function planned(files: Readonly<Record<string, string>>, ...argv: readonly string[]) {
  const { stdout } = await runCli(await plantFiles(files), ['plan', ...argv], env);
  return stdout.split('\n').flatMap((line) => /^(\S+): run/.exec(line)?.[1] ?? []);
}

describe('a tool that a project configures and keeps elsewhere', () => {
  const files = { 'pyproject.toml': settings, ...installed('mypy') };

  it('is left alone, and a check says so', async () => {
    expect(await planned(files)).toEqual(['mypy']);
    const cwd = await plantFiles({ ...files, 'pyproject.toml': '[tool.ruff]\n' });
    expect(await runCli(cwd, ['check'], env)).toMatchObject({
      code: 4,
      stdout: expect.stringMatching(/ruff: pyproject\.toml configures it, but \.venv does not/),
    });
  });

  it.each<[string, Readonly<Record<string, string>>]>([
    ['dependencies', { 'pyproject.toml': `${settings}[project]\ndependencies = ["Ruff>=1"]\n` }],
    ['a group', { 'pyproject.toml': `${settings}[dependency-groups]\ndev = ["ruff"]\n` }],
    // What people ask for by its name counts where they did: the rest of it is installed.
    ['an extra', { 'setup.cfg': '[options.extras_require]\ndev =\n  mypy\n  ruff==1\n' }],
    [
      'poetry',
      { 'pyproject.toml': `${settings}[tool.poetry.group.dev.dependencies]\nruff = "1"\n` },
    ],
    ['a list', { 'dev-requirements.in': 'mypy\nruff~=1.0\n' }],
    ['a list in a folder', { 'requirements/dev.txt': 'mypy\nruff==1.0\n' }],
  ])('is missed where %s ask for it', async (_, more) => {
    expect(await planned({ ...files, ...more })).toEqual(['mypy', 'ruff']);
  });

  it('is missed where people choose it', async () => {
    expect(await planned(files, '--engine', 'ruff')).toEqual(['ruff']);
    const chosen = { 'ratchetr.yaml': 'tools: {ruff: [uvx, ruff]}\nengines: {pylint: {}}\n' };
    expect(await planned({ ...files, ...chosen })).toEqual(['mypy', 'pylint', 'ruff']);
  });

  it('is missed where nothing is known of an environment', async () => {
    const all = ['mypy', 'pylint', 'pyright', 'ruff'];
    expect(await planned({ 'pyproject.toml': settings })).toEqual(all);
  });

  it('comes from npm as well', async () => {
    const asked = { 'package.json': '{"devDependencies":{"pyright":"1"}}' };
    expect(await planned({ ...files, ...asked })).toEqual(['mypy', 'pyright']);
  });
});

describe('a project file of TypeScript', () => {
  const files = { 'package.json': '{"name":"shop"}', 'tsconfig.json': '{}' };

  it('is for editors where TypeScript is neither installed nor asked for', async () => {
    expect(await planned({ ...files, 'node_modules/chalk/package.json': '{}' })).toEqual([]);
  });

  it.each([
    ['came with something else', { 'node_modules/typescript/package.json': '{}' }],
    ['is asked for above', { 'package.json': '{"devDependencies":{"typescript":"5"}}' }],
    ['is not known to be missing', {}],
  ])('is for tsc where that %s', async (_, more) => {
    const member = { 'web/package.json': '{"name":"web"}', 'web/package-lock.json': '{}' };
    const all = { ...files, ...member, 'web/tsconfig.json': '{}', ...more };
    expect(await planned(all)).toEqual(['tsc', 'tsc']);
  });
});

describe('tests in Python', () => {
  const files = { 'pyproject.toml': '[project]\nname = "shop"\n', 'tests/test_shop.py': '' };

  it('are not those of pytest where nothing has or names it', async () => {
    expect(await planned({ ...files, ...installed('coverage') })).toEqual([]);
  });

  it.each([
    ['installed', installed('pytest')],
    ['named by tox', { ...installed(), 'tox.ini': '[testenv]\ndeps =\n  pytest\n' }],
    ['configured', { ...installed(), 'pytest.ini': '[pytest]\n' }],
    ['shown by its fixtures', { ...installed(), 'conftest.py': '' }],
    ['not known to be missing', {}],
  ])('are where it is %s', async (_, more) => {
    expect(await planned({ ...files, ...more })).toEqual(['pytest']);
  });
});
