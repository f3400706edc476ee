import { execFileSync } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createRepository } from '#platform/files/repository.ts';
import { tempFolder } from '../../support/temp-folder.ts';

async function checkout(files: Readonly<Record<string, string>>): Promise<string> {
  const root = await tempFolder();
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  return root;
}

function installed(bin: unknown): string {
  return JSON.stringify({ name: 'eslint', bin });
}

describe('looking at a checkout', () => {
  it('lists its files and leaves out what tools keep there', async () => {
    const root = await checkout({
      'src/a.py': '',
      'src/ü/文件.py': '',
      '.git/config': '',
      'node_modules/x/index.js': '',
      'src/__pycache__/a.pyc': '',
      '.venv/pyvenv.cfg': '',
      '.venv/lib/b.py': '',
    });
    const { facts, problems } = await createRepository({ env: {} }).read(root);
    expect([...facts.files].toSorted()).toEqual(['src/a.py', 'src/ü/文件.py']);
    expect([...facts.environments]).toEqual(['.venv']);
    expect(problems).toEqual([]);
  });

  it('leaves out reports of coverage, and no code of that name', async () => {
    const root = await checkout({
      'src/coverage/read.ts': '',
      'coverage/clover.xml': '',
      'coverage/sorter.js': '/* eslint-disable */',
      'a/coverage/lcov.info': '',
      'a/coverage/lcov-report/sorter.js': '/* eslint-disable */',
    });
    const { facts } = await createRepository({ env: {} }).read(root);
    expect([...facts.files]).toEqual(['src/coverage/read.ts']);
  });

  it('reads manifests as data, and says which it could not read', async () => {
    const root = await checkout({
      'package.json': '{"packageManager":"pnpm@9"}',
      'api/pyproject.toml': '[tool.uv]\ndev-dependencies = ["ruff"]\n',
      'web/package.json': '{"name": ',
      'old/pyproject.toml': '[tool\n',
    });
    const { facts, problems } = await createRepository({ env: {} }).read(root);
    expect(facts.manifests.get('package.json')).toEqual({ packageManager: 'pnpm@9' });
    expect(facts.manifests.get('api/pyproject.toml')).toMatchObject({ tool: { uv: {} } });
    expect([...facts.manifests.keys()].toSorted()).toEqual(['api/pyproject.toml', 'package.json']);
    expect(problems.toSorted()).toEqual([
      expect.stringMatching(/^old\/pyproject\.toml cannot be read: .+; it is treated as empty$/),
      expect.stringMatching(/^web\/package\.json cannot be read: .+; it is treated as empty$/),
    ]);
  });

  it('waits for no pipe that lies where a manifest would', async () => {
    const root = await checkout({ 'node_modules/eslint/readme.md': '' });
    const names = ['package.json', 'pyproject.toml', 'node_modules/eslint/package.json'];
    execFileSync(
      '/usr/bin/mkfifo',
      names.map((name) => join(root, name)),
    );
    const repository = createRepository({ env: {} });
    const { facts, problems } = await repository.read(root);
    expect(facts.manifests.size).toBe(0);
    expect(problems.toSorted()).toEqual([
      expect.stringMatching(/^package\.json cannot be read: it is no plain file/),
      expect.stringMatching(/^pyproject\.toml cannot be read: it is no plain file/),
    ]);
    const wanted = { repository: root, root: '.', package: 'eslint', bin: 'eslint' };
    expect(await repository.findNodeBin(wanted)).toBeUndefined();
  });

  it('follows no link, not even one that leads round in a circle', async () => {
    const root = await checkout({ 'src/a.py': '' });
    await symlink('..', join(root, 'src/up'));
    await symlink('/etc', join(root, 'etc'));
    const { facts } = await createRepository({ env: {} }).read(root);
    expect([...facts.files].toSorted()).toEqual(['etc', 'src/a.py', 'src/up']);
  });

  it('knows an environment that is linked', async () => {
    const elsewhere = await checkout({ 'pyvenv.cfg': '', 'lib/b.py': '' });
    const root = await checkout({ 'src/a.py': '' });
    await symlink(elsewhere, join(root, '.venv'));
    const { facts } = await createRepository({ env: {} }).read(root);
    expect([...facts.environments]).toEqual(['.venv']);
    expect([...facts.files]).toEqual(['src/a.py']);
  });

  it('knows by which Python an environment was made', async () => {
    const root = await checkout({
      '.venv/pyvenv.cfg': 'home = /usr/bin\nversion = 3.11.7\n',
      'of-uv/pyvenv.cfg': 'uv = 0.9.1\nversion_info = 3.12.4\n',
      'old/pyvenv.cfg': 'home = /usr/bin\n',
    });
    const { facts } = await createRepository({ env: {} }).read(root);
    expect(Object.fromEntries(facts.pythons ?? [])).toEqual({
      '.venv': '3.11.7',
      'of-uv': '3.12.4',
    });
  });

  it('reads one text, of a plain file that is not too long', async () => {
    const root = await checkout({ 'a.txt': 'ü\n' });
    await symlink(join(root, 'a.txt'), join(root, 'link.txt'));
    const repository = createRepository({ env: {} });
    expect(await repository.readText(join(root, 'a.txt'), 3)).toBe('ü\n');
    expect(await repository.readText(join(root, 'a.txt'), 2)).toBeUndefined();
    expect(await repository.readText(join(root, 'link.txt'), 99)).toBeUndefined();
    expect(await repository.readText(root, 99)).toBeUndefined();
    expect(await repository.readText(join(root, 'b.txt'), 99)).toBeUndefined();
  });

  it('finds the script of an installed package, nearest first', async () => {
    const repository = await checkout({
      'node_modules/eslint/package.json': installed({ eslint: './bin/eslint.js' }),
      'web/node_modules/eslint/package.json': installed('cli.js'),
      'api/node_modules/eslint/package.json': '{"bin": ',
    });
    const find = async (root: string, bin = 'eslint') => {
      const wanted = { repository, root, package: 'eslint', bin };
      return (await createRepository({ env: {} }).findNodeBin(wanted))?.script;
    };
    expect(await find('.')).toBe(join(repository, 'node_modules/eslint/bin/eslint.js'));
    expect(await find('web')).toBe(join(repository, 'web/node_modules/eslint/cli.js'));
    expect(await find('api')).toBe(join(repository, 'node_modules/eslint/bin/eslint.js'));
    expect(await find('.', 'other')).toBeUndefined();
  });

  it('hands on what the environment says about Python; an empty value says nothing', async () => {
    const root = await checkout({});
    const env = { VIRTUAL_ENV: '/v', UV_PROJECT_ENVIRONMENT: '' };
    const { facts } = await createRepository({ env }).read(root);
    expect(facts).toMatchObject({ virtualEnv: '/v', uvProjectEnvironment: undefined });
  });
});
