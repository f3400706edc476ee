import { spawnSync } from 'node:child_process';
import { mkdir, rm, symlink } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createCopies } from '#platform/git/copies.ts';
import { gitRepository } from '../../support/git-repository.ts';
import { openedGit } from '../../support/own-git.ts';
import { tempFolder } from '../../support/temp-folder.ts';

const settings = { module: 'nodenext', moduleResolution: 'nodenext', strict: true, types: [] };

const files = {
  '.gitignore': 'node_modules\nout\n',
  'package.json': JSON.stringify({ private: true, workspaces: ['packages/*'] }),
  'packages/a/package.json': JSON.stringify({ name: 'a', version: '1.0.0' }),
  'packages/a/gone.mjs': 'export const price = 4;\n',
  'packages/a/gone.cjs': 'module.exports = { price: 4 };\n',
  'packages/a/gone.ts': 'export const price = 4;\n',
  'packages/a/tsconfig.json': JSON.stringify({
    compilerOptions: { ...settings, composite: true, outDir: 'out', rootDir: '.' },
    include: ['*.ts'],
  }),
  'packages/b/package.json': JSON.stringify({ name: 'b', version: '1.0.0' }),
  'packages/b/use.test.mjs':
    "import { price } from 'a/gone.mjs';\ntest('use', () => expect(price).toBe(4));\n",
  'packages/b/use.test.cjs':
    "const { price } = require('a/gone.cjs');\ntest('use', () => expect(price).toBe(4));\n",
  'packages/b/linked.ts': "import { price } from 'a/gone.js';\nexport const twice = price * 2;\n",
  'packages/b/mapped.ts': "import { price } from '#a/gone.js';\nexport const twice = price * 2;\n",
  'packages/b/tsconfig.json': JSON.stringify({
    compilerOptions: { ...settings, noEmit: true },
    files: ['linked.ts'],
  }),
  'packages/b/mapped.json': JSON.stringify({
    compilerOptions: { ...settings, noEmit: true, paths: { '#a/*': ['../a/*'] } },
    files: ['mapped.ts'],
  }),
  'packages/b/referring.json': JSON.stringify({
    compilerOptions: { ...settings, outDir: 'out' },
    files: ['linked.ts'],
    references: [{ path: '../a' }],
  }),
};

const tsc = resolve('node_modules/typescript/bin/tsc');

/** How each tool is started in a copy. */
const tools: Readonly<Record<string, readonly string[]>> = {
  vitest: [resolve('node_modules/vitest/vitest.mjs'), 'run', '--globals', 'use.test.mjs'],
  jest: [
    resolve('node_modules/jest/bin/jest.js'),
    '--rootDir=packages/b',
    '--testMatch=**/use.test.cjs',
  ],
  tsc: [tsc, '-p', 'packages/b'],
  'tsc by paths': [tsc, '-p', 'packages/b/mapped.json'],
  'tsc by references': [tsc, '-b', 'packages/b/referring.json'],
};

/** How package managers link the packages of a repository. */
const layouts: Readonly<Record<string, readonly [string, (root: string) => string]>> = {
  'as npm and Yarn do': ['node_modules/a', () => '../packages/a'],
  'as pnpm does': ['packages/b/node_modules/a', () => '../../a'],
  'by an absolute path': ['node_modules/a', (root) => join(root, 'packages/a')],
};

function run(folder: string, [script = '', ...args]: readonly string[]) {
  const env = { PATH: process.env['PATH'] ?? '', HOME: folder, CI: '1', NO_COLOR: '1' };
  const argv = [script, ...args];
  const started = { cwd: folder, env, encoding: 'utf8' } as const;
  const { stdout, stderr, status } = spawnSync(process.execPath, argv, started);
  return { text: `${stdout}${stderr}`, status };
}

async function copied([path, target]: readonly [string, (root: string) => string]) {
  const { root } = await gitRepository(files);
  await mkdir(dirname(join(root, path)), { recursive: true });
  await symlink(target(root), join(root, path));
  const { own, trees } = await openedGit(root);
  const copies = createCopies({ ...own, repository: root, parent: await tempFolder() });
  const linked = ['node_modules', 'packages/b/node_modules'];
  return copies.open(await trees.capture(root), { hidden: [], linked });
}

describe('a module that is deleted in a copy', () => {
  it.each(
    Object.keys(layouts).flatMap((layout) => Object.keys(tools).map((tool) => [tool, layout])),
  )('is gone for %s where packages are linked %s', async (tool, layout) => {
    const copy = await copied(layouts[layout] ?? ['', () => '']);
    const start = tools[tool] ?? [];
    expect(run(copy.path, start)).toMatchObject({ status: 0 });
    for (const ending of ['mjs', 'cjs', 'ts'])
      await rm(join(copy.path, `packages/a/gone.${ending}`));
    await rm(join(copy.path, 'packages/a/out'), { recursive: true, force: true });
    const { status, text } = run(copy.path, start);
    expect(status).not.toBe(0);
    expect(text).toContain('gone');
  });
});
