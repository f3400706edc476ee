import { execFileSync } from 'node:child_process';
import {
  lstat,
  mkdir,
  readFile,
  readdir,
  readlink,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createCopies } from '#platform/git/copies.ts';
import { gitRepository } from '../../support/git-repository.ts';
import { openedGit } from '../../support/own-git.ts';
import { tempFolder } from '../../support/temp-folder.ts';

const cli = '#!/usr/bin/env node\nconsole.log(require("./index.js"));\n';

function packageOf(name: string, main = 'index.js'): string {
  return JSON.stringify({ name, main, bin: 'cli.js' });
}

/** A repository of several packages, installed as npm does it, with one entry as pnpm makes it. */
async function workspaces(files: Readonly<Record<string, string>> = {}) {
  const { root, write } = await gitRepository({
    '.gitignore': 'node_modules\ndist\n',
    'packages/a/package.json': packageOf('a'),
    'packages/a/index.js': 'module.exports = "a of the start";\n',
    'packages/a/cli.js': cli,
    'packages/b/package.json': packageOf('@org/b'),
    'packages/b/index.js': 'module.exports = `b with ${require("a")}`;\n',
    ...files,
  });
  await write({
    'node_modules/dep/index.js': 'module.exports = "dep";\n',
    'node_modules/dep/cli.js': cli,
    'node_modules/@org/dep/index.js': 'module.exports = "dep of org";\n',
    'node_modules/.pnpm/p@1/node_modules/p/index.js': 'module.exports = "p";\n',
    'node_modules/.package-lock.json': '{}',
  });
  await link(root, 'node_modules/a', '../packages/a');
  await link(root, 'node_modules/@org/b', '../../packages/b');
  await link(root, 'node_modules/p', '.pnpm/p@1/node_modules/p');
  await link(root, 'node_modules/.bin/a', '../a/cli.js');
  await link(root, 'node_modules/.bin/dep', '../dep/cli.js');
  await link(root, 'packages/b/node_modules/a', '../../a');
  const { own, trees } = await openedGit(root);
  const copies = createCopies({ ...own, repository: root, parent: await tempFolder() });
  const tree = await trees.capture(root);
  const linked = ['node_modules', 'packages/b/node_modules'];
  return { root, tree, copy: await copies.open(tree, { hidden: [], linked }) };
}

async function link(root: string, path: string, target: string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await symlink(target, join(root, path));
}

/** What a program in a folder gets for these packages. */
function loaded(folder: string, names: readonly string[]): unknown {
  const script = `console.log(JSON.stringify(${JSON.stringify(names)}.map((name) => require(name))))`;
  return JSON.parse(
    execFileSync('node', ['-e', script], { cwd: folder, encoding: 'utf8', stdio: 'pipe' }),
  );
}

function printed(folder: string, command: string): string {
  const path = join(folder, 'node_modules/.bin', command);
  return execFileSync('node', [path], { cwd: folder, encoding: 'utf8' }).trim();
}

describe('packages of the repository itself', () => {
  it('are those of the copy, and all others those of the repository', async () => {
    const { root, tree, copy } = await workspaces();
    await writeFile(join(copy.path, 'packages/a/index.js'), 'module.exports = "a of the copy";\n');
    const names = ['a', '@org/b', 'dep', '@org/dep', 'p'];
    const seen = ['a of the copy', 'b with a of the copy', 'dep', 'dep of org', 'p'];
    expect(loaded(copy.path, names)).toEqual(seen);
    expect(loaded(join(copy.path, 'packages/b'), ['a'])).toEqual(['a of the copy']);
    expect([printed(copy.path, 'a'), printed(copy.path, 'dep')]).toEqual(['a of the copy', 'dep']);
    expect(copy.links).toEqual(['node_modules', 'packages/b/node_modules']);
    expect(loaded(root, ['a', '@org/b'])).toEqual(['a of the start', 'b with a of the start']);
    await copy.settle(tree);
    expect(loaded(copy.path, ['a', '@org/b'])).toEqual(['a of the start', 'b with a of the start']);
  });

  it('are no part of what is made of a copy, whatever is done to their links', async () => {
    const { root, tree, copy } = await workspaces();
    const before = await readdir(join(root, 'node_modules'), { recursive: true });
    expect(await copy.result()).toBe(tree);
    await rm(join(copy.path, 'node_modules/a'));
    await writeFile(join(copy.path, 'node_modules/new.js'), 'mine\n');
    await rm(join(copy.path, 'node_modules/.bin'), { recursive: true });
    expect(await copy.result()).toBe(tree);
    await copy.settle(tree);
    expect(printed(copy.path, 'a')).toBe('a of the start');
    expect(await readdir(join(copy.path, 'node_modules'))).not.toContain('new.js');
    await copy.remove();
    expect(await readdir(join(root, 'node_modules'), { recursive: true })).toEqual(before);
    expect(await readFile(join(root, 'packages/a/cli.js'), 'utf8')).toBe(cli);
  });

  it('are as they were built where git ignores what was built, and gone where they are gone', async () => {
    const { root, tree, copy } = await workspaces({
      'packages/built/package.json': packageOf('built', './dist/index.js'),
      'packages/built/src/index.js': '',
    });
    await link(root, 'node_modules/built', '../packages/built');
    await mkdir(join(root, 'packages/built/dist'));
    await writeFile(join(root, 'packages/built/dist/index.js'), 'module.exports = "built";\n');
    await copy.settle(tree);
    expect(loaded(copy.path, ['built', 'a'])).toEqual(['built', 'a of the start']);
    await rm(join(copy.path, 'packages/a/index.js'));
    const without = await copy.result();
    await copy.settle(without);
    expect(() => loaded(copy.path, ['a'])).toThrow(/Cannot find module/);
  });

  it('cost nothing where there are none', async () => {
    const { root, tree, copy } = await workspaces();
    for (const path of ['node_modules/a', 'node_modules/@org/b']) await rm(join(root, path));
    await copy.settle(tree);
    const place = join(copy.path, 'node_modules');
    expect((await lstat(place)).isSymbolicLink()).toBe(true);
    expect(await readlink(place)).toBe(join(root, 'node_modules'));
  });
});
