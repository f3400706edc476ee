import { execFile } from 'node:child_process';
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeEach, describe, expect, it } from 'vitest';
import { linkEnvironment } from '../../support/engine-tools.ts';
import { plantFiles } from '../../support/plant-files.ts';
import { runCli } from './run-cli.ts';

const exec = promisify(execFile);
const env = { PATH: '/usr/local/bin:/usr/bin:/bin' };
const modules = join(import.meta.dirname, '../../../node_modules');
const tsconfig = '{"compilerOptions":{"strict":true},"include":["src"]}';
const wrongType = 'export const x: number = "a";\n';

/** One Python project with another inside of it, and two Node packages that share an installation. */
const files = {
  '.gitignore': 'node_modules\n.venv\n',
  'package.json': '{"workspaces":["web","site"]}',
  'package-lock.json': '{}',
  'web/package.json': '{}',
  'web/tsconfig.json': tsconfig,
  'web/src/a.ts': wrongType,
  'site/package.json': '{}',
  'site/tsconfig.json': tsconfig,
  'site/src/b.ts': wrongType,
  'api/pyproject.toml': '[tool.ruff]\n[tool.mypy]\nstrict = true\n',
  'api/requirements.txt': '',
  'api/a.py': 'import os\n\nX: int = "a"\n',
  'api/core/pyproject.toml': '[tool.ruff]\n[tool.mypy]\n',
  'api/core/b.py': 'import os\n\nY: int = "b"\n',
};

let cwd: string;

beforeEach(async () => {
  cwd = await plantFiles(files);
  await linkEnvironment(cwd);
  await mkdir(join(cwd, 'node_modules'));
  await symlink(join(modules, 'typescript'), join(cwd, 'node_modules/typescript'));
});

const plan = async (...argv: readonly string[]) => {
  const { code, stdout, stderr } = await runCli(cwd, ['plan', ...argv], env);
  const lines = stdout.split('\n').filter((line) => /^(?:mypy|ruff|tsc|setup):/.test(line));
  return { code, stderr, lines };
};

describe('a repository with several roots', () => {
  it('has a run for each root that shows an engine, but one where the tool sees to the rest', async () => {
    const found = 'config found by the tool';
    expect(await plan('--mode', 'target')).toEqual({
      code: 0,
      stderr: '',
      lines: [
        `mypy: run target on . in api (default); ${found}`,
        `mypy: run target on . in api/core (default); ${found}`,
        `ruff: run target on . in api (default); ${found}`,
        `tsc: run target on . in site (default); ${found}`,
        `tsc: run target on . in web (default); ${found}`,
        'setup: python3 -m venv ../.venv in api; api/requirements.txt needs an environment',
        'setup: PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_INPUT=1 ../.venv/bin/python -m pip install -r requirements.txt in api; api/requirements.txt is there',
        'setup: npm ci; package-lock.json belongs to npm',
      ],
    });
  });

  it('is set up as the configuration says, and only so', async () => {
    await writeFile(join(cwd, 'ratchetr.yaml'), 'setup: [{ run: [make, set up], cwd: api }]\n');
    const { lines } = await plan();
    expect(lines.filter((line) => line.startsWith('setup'))).toEqual([
      'setup: make "set up" in api; setup lists it',
    ]);
  });

  it('hands each root its part of the paths', async () => {
    const { lines } = await plan('api/core', 'web/src', '--mode', 'current');
    expect(lines.filter((line) => !line.startsWith('setup'))).toEqual([
      'mypy: run target on . in api/core (default) to derive current from it; current is target filtered to . in api/core (command line); config found by the tool',
      'ruff: run current on core in api (command line); config found by the tool',
      'tsc: run target on . in web (default) to derive current from it; current is target filtered to src in web (command line); config found by the tool',
    ]);
  });

  it('says so where the paths lie in none of the roots', async () => {
    await mkdir(join(cwd, 'docs'));
    const { code, lines } = await plan('docs', '--mode', 'current', '--engine', 'ruff');
    expect({ code, lines }).toEqual({
      code: 4,
      lines: ['ruff: nothing; nothing of what is to be judged lies in api'],
    });
  });

  it('is judged in each root by what is configured there, every file once', async () => {
    const argv = ['check', '--mode', 'target', '--format', 'json'];
    const only = ['mypy', 'ruff', 'tsc'].flatMap((id) => ['--engine', id]);
    const { stdout } = await runCli(cwd, [...argv, ...only], env);
    const { engines } = JSON.parse(stdout);
    const found = engines.map(({ outcome, findings }: Checked) => [
      outcome.plan.engine,
      outcome.plan.root,
      findings.map(({ filePath, symbol }) => `${filePath} ${symbol}`),
    ]);
    expect(found).toEqual([
      ['mypy', 'api', ['api/a.py assignment']],
      ['mypy', 'api/core', ['api/core/b.py assignment']],
      ['ruff', 'api', ['api/a.py F401', 'api/core/b.py F401']],
      ['tsc', 'site', ['site/src/b.ts TS2322']],
      ['tsc', 'web', ['web/src/a.ts TS2322']],
    ]);
  });
});

interface Checked {
  readonly outcome: { readonly plan: { readonly engine: string; readonly root: string } };
  readonly findings: readonly { readonly filePath: string; readonly symbol: string }[];
}

describe('--changed', () => {
  beforeEach(async () => {
    await git('init', '--quiet');
    await git('add', '.');
    await git('commit', '--quiet', '--message', 'one');
  });

  it('narrows current to the files that differ, and leaves alone whoever judges none of them', async () => {
    await writeFile(join(cwd, 'api/a.py'), '');
    await writeFile(join(cwd, 'api/core/new.py'), '');
    await rm(join(cwd, 'web/src/a.ts'));
    const { code, lines } = await plan('--changed', '--mode', 'current');
    expect(code).toBe(0);
    expect(lines.filter((line) => !line.startsWith('setup'))).toEqual([
      'mypy: run target on . in api (default) to derive current from it; current is target filtered to a.py in api (default); config found by the tool',
      'mypy: run target on . in api/core (default) to derive current from it; current is target filtered to new.py in api/core (default); config found by the tool',
      'ruff: run current on a.py, core/new.py in api (default); config found by the tool',
      'tsc: nothing; nothing that it judges differs',
    ]);
  });

  it('leaves target as it is, and everybody where nothing differs', async () => {
    const { lines } = await plan('--changed', '--engine', 'ruff', '--mode', 'both');
    expect(lines[0]).toBe('ruff: run target on . in api (default); config found by the tool');
    const current = await plan('--changed', '--engine', 'ruff');
    expect(current.lines).toEqual(['ruff: nothing; nothing that it judges differs']);
  });

  it('takes what was committed since the base for changed', async () => {
    await git('branch', 'main-line');
    await writeFile(join(cwd, 'api/a.py'), '');
    await git('commit', '--all', '--quiet', '--message', 'two');
    const argv = ['--changed', '--mode', 'current', '--engine', 'ruff'] as const;
    expect((await plan(...argv)).lines[0]).toContain('nothing that it judges differs');
    const { lines } = await plan(...argv, '--base', 'main-line');
    expect(lines[0]).toContain('run current on a.py in api');
  });

  it('judges everything where there is nothing to compare with, and says so', async () => {
    await rm(join(cwd, '.git'), { recursive: true });
    const { stderr, lines } = await plan('--changed', '--mode', 'current', '--engine', 'ruff');
    expect(stderr).toMatch(/^Ignoring --changed, so everything is judged: /);
    expect(lines[0]).toContain('run current on . in api');
  });
});

async function git(...args: readonly string[]): Promise<void> {
  await exec('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', ...args], { cwd });
}
