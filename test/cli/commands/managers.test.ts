import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { createRepository } from '#platform/files/repository.ts';
import { planSetup } from '#check/rules/repository/setup.ts';
import { engineTools } from '../../support/engine-tools.ts';
import { plantFiles } from '../../support/plant-files.ts';
import { pythonManagers } from '../../support/python-managers.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { runCli } from './run-cli.ts';

const exec = promisify(execFile);
const path = '/usr/local/bin:/usr/bin:/bin';
const unused = { 'ruff.toml': '', 'a.py': 'import os\n' };
const debuggers = {
  '.oxlintrc.json': '{"ignorePatterns":["node_modules"]}',
  'src/a.js': 'debugger;\n',
};
const oxlint = { private: true, devDependencies: { oxlint: '1.89.0' } };
const ownNode = dirname(process.execPath);

type Env = Readonly<Record<string, string>>;

/** Runs what `ratchetr plan` would say, as it would say it. */
async function setUp(cwd: string, env: Env): Promise<readonly string[]> {
  const { facts } = await createRepository({ env }).read(cwd);
  const commands = planSetup(facts, { roots: ['.'], configured: [] });
  for (const { run, cwd: folder, env: own } of commands) {
    const [program = '', ...args] = run;
    await exec(program, args, { cwd: join(cwd, folder), env: { ...process.env, ...env, ...own } });
  }
  return commands.map(({ run }) => run.join(' '));
}

async function check(cwd: string, engine: string, env: Env) {
  const argv = ['check', '--engine', engine, '--mode', 'target', '--format', 'json'];
  const { stdout } = await runCli(cwd, argv, env);
  const [{ outcome, findings }] = JSON.parse(stdout).engines;
  return { outcome, findings };
}

describe('a Python repository', () => {
  it('kept by uv is set up by its lock file and judged in its own environment', async () => {
    const { bin } = await pythonManagers();
    const manifest = [
      '[project]\nname = "shop"\nversion = "1"\nrequires-python = ">=3.10"',
      '[dependency-groups]\ndev = ["ruff==0.16.9"]\n',
    ].join('\n');
    const cwd = await plantFiles({ ...unused, 'pyproject.toml': manifest });
    const env = { PATH: `${bin}:${path}`, HOME: await tempFolder(), VIRTUAL_ENV: dirname(bin) };
    await exec('uv', ['lock'], { cwd, env: { ...process.env, ...env } });
    expect(await setUp(cwd, env)).toEqual(['uv sync --frozen']);
    const { outcome, findings } = await check(cwd, 'ruff', env);
    expect(outcome.argv[0]).toBe(`${cwd}/.venv/bin/python`);
    expect(findings).toMatchObject([{ filePath: 'a.py', symbol: 'F401' }]);
  });

  it('kept by uv is told what installs it while it has no environment, and nothing is made', async () => {
    const { bin } = await pythonManagers();
    const manifest = '[project]\nname = "shop"\nversion = "1"\n[tool.uv]\n';
    const cwd = await plantFiles({ ...unused, 'pyproject.toml': manifest });
    const env = { PATH: `${bin}:${path}`, HOME: await tempFolder() };
    const { outcome } = await check(cwd, 'ruff', env);
    expect(outcome.error.reason).toBe('TOOL_NOT_FOUND');
    expect(outcome.error.message).toContain('run `uv sync`, or `ratchetr check --setup`');
    expect(existsSync(join(cwd, '.venv'))).toBe(false);
    const asked = ['check', '--setup', '--engine', 'ruff', '--mode', 'target'];
    const { stdout, stderr } = await runCli(cwd, asked, env);
    expect(stderr).toContain('setup: uv sync');
    expect(existsSync(join(cwd, '.venv'))).toBe(true);
    expect(stdout).not.toContain('not installed here');
  });

  it('kept by poetry is judged in the environment that its set-up makes, else through poetry', async () => {
    const [{ bin }, tools] = await Promise.all([pythonManagers(), engineTools()]);
    const manifest =
      '[tool.poetry]\npackage-mode = false\n[tool.poetry.dependencies]\npython = ">=3.10"\n';
    const failing = 'def test_it():\n    assert 1 == 2\n';
    const files = { 'pyproject.toml': manifest, 'pytest.ini': '[pytest]\n', 'test_it.py': failing };
    const cwd = await plantFiles(files);
    const env = { PATH: `${bin}:${path}`, HOME: await tempFolder() };
    const { outcome: before } = await check(cwd, 'pytest', env);
    expect(before.argv.slice(0, 5).join(' ')).toBe('poetry run python -m pytest');
    expect(before.error).not.toBeNull();

    const fresh = await plantFiles(files);
    const home = { ...env, HOME: await tempFolder() };
    expect(await setUp(fresh, home)).toEqual(['poetry install --no-interaction']);
    await lendPackages(tools.environment, join(fresh, '.venv'));
    const { outcome, findings } = await check(fresh, 'pytest', home);
    expect(outcome.argv[0]).toBe(`${fresh}/.venv/bin/python`);
    expect(findings).toMatchObject([{ testId: 'test_it.py::test_it' }]);
  });

  it('with requirements is set up by pip in an environment beside it', async () => {
    const cwd = await plantFiles({ ...unused, 'requirements-dev.txt': 'ruff==0.16.9\n' });
    const env = { PATH: path };
    expect(await setUp(cwd, env)).toEqual([
      'python3 -m venv .venv',
      '.venv/bin/python -m pip install -r requirements-dev.txt',
    ]);
    const { outcome, findings } = await check(cwd, 'ruff', env);
    expect(outcome.argv[0]).toBe(`${cwd}/.venv/bin/python`);
    expect(findings).toHaveLength(1);
  });

  it('without anything of its own is judged by the Python of the system', async () => {
    const { bin } = await engineTools();
    const cwd = await plantFiles(unused);
    const { outcome, findings } = await check(cwd, 'ruff', { PATH: `${bin}:${path}` });
    expect(outcome.argv.slice(0, 3)).toEqual(['python3', '-m', 'ruff']);
    expect(findings).toHaveLength(1);
  });
});

describe('a Node repository', () => {
  it('kept by npm is set up by its lock file and judged by the tool in it', async () => {
    const cwd = await plantFiles({ ...debuggers, 'package.json': JSON.stringify(oxlint) });
    const env = { PATH: `${ownNode}:${path}`, HOME: await tempFolder() };
    await exec('npm', ['install', '--package-lock-only'], { cwd, env: { ...process.env, ...env } });
    expect(await setUp(cwd, env)).toEqual(['npm ci']);
    const { outcome, findings } = await check(cwd, 'oxlint', env);
    expect(outcome.argv[1]).toContain(`${cwd}/node_modules/oxlint/`);
    expect(findings).toMatchObject([{ filePath: 'src/a.js' }]);
  });

  it('kept by pnpm likewise, through its links', async () => {
    const manager = await plantFiles({ 'package.json': '{}' });
    const env = { PATH: `${manager}/node_modules/.bin:${ownNode}:${path}`, HOME: manager };
    const install = { cwd: manager, env: { ...process.env, ...env } };
    await exec('npm', ['install', 'pnpm@11.0.0', '--no-audit', '--no-fund'], install);
    const cwd = await plantFiles({ ...debuggers, 'package.json': JSON.stringify(oxlint) });
    await exec('pnpm', ['install', '--lockfile-only'], { ...install, cwd });
    expect(await setUp(cwd, env)).toEqual(['pnpm install --frozen-lockfile']);
    const { findings } = await check(cwd, 'oxlint', env);
    expect(findings).toMatchObject([{ filePath: 'src/a.js' }]);
  });
});

/** Makes the packages of one environment those of another too. */
async function lendPackages(from: string, to: string): Promise<void> {
  const sites = await Promise.all(
    [from, to].map(async (environment) => {
      const [version = ''] = await readdir(join(environment, 'lib'));
      return join(environment, 'lib', version, 'site-packages');
    }),
  );
  await writeFile(join(sites[1] ?? '', 'lent.pth'), `${sites[0]}\n`);
}
