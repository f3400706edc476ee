import { execFileSync } from 'node:child_process';
import {
  chmod,
  lstat,
  mkdir,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createCopies } from '#platform/git/copies.ts';
import type { Sha } from '#model/ids.ts';
import type { CopyOptions } from '#check/needs/copies.ts';
import { gitRepository } from '../../support/git-repository.ts';
import { openedGit } from '../../support/own-git.ts';
import { tempFolder } from '../../support/temp-folder.ts';

async function session(files: Readonly<Record<string, string>>) {
  const { root } = await gitRepository(files);
  const { own, trees } = await openedGit(root);
  const room = join(await tempFolder(), 'room');
  const copies = createCopies({ ...own, repository: root, parent: room });
  const open = async (options: Partial<CopyOptions> = {}) => {
    const tree = await trees.capture(root);
    return { tree, copy: await copies.open(tree, { hidden: [], linked: [], ...options }) };
  };
  const told = async (before: Sha, after: Sha) => {
    const diff = await trees.compare(before, after);
    return diff.map(({ path, status, newMode }) => `${status} ${path} ${newMode}`);
  };
  return { root, trees, room, open, told };
}

async function write(root: string, path: string, text: string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), text);
}

/** All that lies in a folder, links and special files too. */
async function contents(root: string): Promise<readonly string[]> {
  return (await readdir(root, { recursive: true })).toSorted();
}

describe('a copy', () => {
  it('holds the tree alone, and is what was made of it', async () => {
    const { open, room, told } = await session({ 'a.txt': 'one\n', 'src/b.txt': 'two\n' });
    const { tree, copy } = await open();
    expect(await contents(copy.path)).toEqual(['.gitignore', 'a.txt', 'src', 'src/b.txt']);
    expect(await copy.result()).toBe(tree);
    await write(copy.path, 'a.txt', 'ONE\n');
    await write(copy.path, 'src/new.txt', 'new\n');
    await write(copy.path, '.venv/x', 'ignored\n');
    await rm(join(copy.path, 'src/b.txt'));
    const changes = ['modified a.txt 100644', 'deleted src/b.txt null', 'added src/new.txt 100644'];
    expect(await told(tree, await copy.result())).toEqual(changes);
    expect(await told(tree, await copy.result())).toEqual(changes);
    await copy.remove();
    expect(await readdir(room)).toEqual([]);
  });

  it('holds each file byte for byte, with its mode, and links', async () => {
    const mixed = 'one\r\ntwo\nthree\r\n $Id$\n';
    const attributes = '* text eol=crlf ident\n*.u16 working-tree-encoding=UTF-16\n';
    const { root, open } = await session({ '.gitattributes': attributes });
    await write(root, 'mixed.txt', mixed);
    await write(root, 'deep/er/run.sh', '#!/bin/sh\n');
    await chmod(join(root, 'deep/er/run.sh'), 0o755);
    await symlink('nowhere', join(root, 'link'));
    const { tree, copy } = await open();
    expect(await readFile(join(copy.path, 'mixed.txt'), 'utf8')).toBe(mixed);
    expect(await readlink(join(copy.path, 'link'))).toBe('nowhere');
    expect((await stat(join(copy.path, 'deep/er/run.sh'))).mode & 0o111).toBe(0o111);
    expect(await copy.result()).toBe(tree);
  });

  it('sees every change, also of the same length at the same time', async () => {
    const names = Array.from({ length: 40 }, (_, number) => `${number}.txt`);
    const files = Object.fromEntries(names.map((name) => [name, 'one\n']));
    const { open, told } = await session(files);
    const { tree, copy } = await open();
    const times = await Promise.all(names.map((name) => stat(join(copy.path, name))));
    await Promise.all(names.map((name) => writeFile(join(copy.path, name), 'two\n')));
    for (const [index, name] of names.entries()) {
      const { atime, mtime } = times[index] ?? {};
      if (atime && mtime) await utimes(join(copy.path, name), atime, mtime);
    }
    expect(await told(tree, await copy.result())).toHaveLength(40);
    await copy.settle(tree);
    expect(await readFile(join(copy.path, '7.txt'), 'utf8')).toBe('one\n');
    await Promise.all(names.map((name) => writeFile(join(copy.path, name), 'two\n')));
    expect(await told(tree, await copy.result())).toHaveLength(40);
  });

  it('does not show what is hidden, and has it in its result as it was', async () => {
    const { open, told } = await session({ 'test/a.txt': 'a\n', 'test/b.txt': 'b\n', 'c.txt': '' });
    const { tree, copy } = await open({ hidden: ['test/**', '*.secret'] });
    expect(await contents(copy.path)).toEqual(['.gitignore', 'c.txt']);
    expect(await copy.result()).toBe(tree);
    await write(copy.path, 'test/a.txt', 'mine\n');
    await write(copy.path, 'Test/new.txt', 'mine\n');
    await write(copy.path, 'x.secret', 'mine\n');
    await write(copy.path, 'c.txt', 'changed\n');
    expect(await told(tree, await copy.result())).toEqual(['modified c.txt 100644']);
    await rm(join(copy.path, 'test'), { recursive: true });
    await symlink('/', join(copy.path, 'test'));
    expect(await told(tree, await copy.result())).toEqual(['modified c.txt 100644']);
  });

  it('hides what it is told to, whatever the one before it hid and held', async () => {
    const { root, open } = await session({ 'a.txt': 'a\n', 'b.txt': 'b\n' });
    const shown = async (hidden: readonly string[]) => {
      const { copy } = await open({ hidden });
      return contents(copy.path);
    };
    expect(await shown(['a.*'])).toEqual(['.gitignore', 'b.txt']);
    expect(await shown(['b.*'])).toEqual(['.gitignore', 'a.txt']);
    await write(root, 'c.txt', 'c\n');
    expect(await shown(['b.*'])).toEqual(['.gitignore', 'a.txt', 'c.txt']);
  });

  it('shares the folders that are wanted and there, and that no file of the tree is in the way of', async () => {
    const { root, open } = await session({ 'a.txt': 'a', 'vendor/b.txt': 'b', 'real/c.txt': 'c' });
    await symlink('/tmp', join(root, 'link'));
    for (const folder of ['node_modules/x', 'sub/deep/.venv', 'vendor/y', '.git/z', 'real/deps']) {
      await mkdir(join(root, folder), { recursive: true });
    }
    const linked = ['node_modules', 'node_modules/x', 'sub/deep/.venv/', 'vendor', 'link/x'];
    const others = ['.git', 'sub/../.git', '..', '.', '/tmp', 'absent', 'real/deps', 'a.txt'];
    const { tree, copy } = await open({ linked: [...linked, ...others] });
    expect(copy.links).toEqual(['node_modules', 'real/deps', 'sub/deep/.venv']);
    expect(await readlink(join(copy.path, 'node_modules'))).toBe(join(root, 'node_modules'));
    expect((await lstat(join(copy.path, 'sub/deep/.venv'))).isSymbolicLink()).toBe(true);
    expect(await copy.result()).toBe(tree);
    await rm(join(copy.path, 'node_modules'));
    await write(copy.path, 'node_modules/x/index.js', 'mine\n');
    expect(await copy.result()).toBe(tree);
    await copy.remove();
    expect(await readdir(join(root, 'node_modules'))).toEqual(['x']);
  });

  it('gets single files as files of its own', async () => {
    const { root, open } = await session({ '.gitignore': 'made.py\nleads.py\n', 'src/a.py': '' });
    await write(root, 'src/made.py', 'made\n');
    await symlink('/etc/passwd', join(root, 'src/leads.py'));
    const { tree, copy } = await open({ linked: ['src/made.py', 'src/leads.py', 'src/a.py'] });
    expect(copy.links).toEqual(['src/made.py']);
    await writeFile(join(copy.path, 'src/made.py'), 'mine\n');
    expect(await readFile(join(root, 'src/made.py'), 'utf8')).toBe('made\n');
    expect(await copy.result()).toBe(tree);
    await copy.settle(tree);
    expect(await readFile(join(copy.path, 'src/made.py'), 'utf8')).toBe('made\n');
  });

  it('shows a repository that was made inside, and leaves out one in its own place', async () => {
    const { open, told } = await session({ 'a.txt': 'a', 'src/b.txt': 'b' });
    const { tree, copy } = await open();
    execFileSync('git', ['init', '-q', copy.path]);
    expect(await copy.result()).toBe(tree);
    await rm(join(copy.path, '.git'), { recursive: true });
    await writeFile(join(copy.path, '.git'), 'gitdir: /tmp\n');
    expect(await copy.result()).toBe(tree);
    execFileSync('git', ['init', '-q', join(copy.path, 'inner')]);
    await write(copy.path, 'inner/x.txt', 'x');
    expect(await told(tree, await copy.result())).toEqual(['added inner 160000']);
  });

  it('keeps the repositories that are parts of the tree, and shows what was put in their place', async () => {
    const { root, trees, open, told } = await session({ 'a.txt': 'a' });
    const inner = join(root, 'lib');
    execFileSync('git', ['init', '-q', inner]);
    const identity = ['-c', 'user.name=t', '-c', 'user.email=t@example.org'];
    execFileSync('git', [...identity, 'commit', '-q', '--allow-empty', '-m', 'x'], { cwd: inner });
    const { tree, copy } = await open();
    expect((await trees.list(tree)).paths).toContain('lib');
    expect(await copy.result()).toBe(tree);
    await write(copy.path, 'lib/x.txt', 'x');
    expect(await told(tree, await copy.result())).toEqual(
      expect.arrayContaining(['deleted lib null', 'added lib/x.txt 100644']),
    );
    await copy.settle(tree);
    expect(await contents(copy.path)).toEqual(['.gitignore', 'a.txt', 'lib']);
    expect(await copy.result()).toBe(tree);
  });

  it('takes back what its worker locked', async () => {
    const { open, room, told } = await session({ 'a.txt': 'a', 'src/b.txt': 'b' });
    const { tree, copy } = await open();
    await write(copy.path, 'src/b.txt', 'changed');
    await chmod(join(copy.path, 'src/b.txt'), 0o000);
    await write(copy.path, 'locked/deep/c.txt', 'c');
    await chmod(join(copy.path, 'src'), 0o500);
    expect(await told(tree, await copy.result())).toEqual([
      'added locked/deep/c.txt 100644',
      'modified src/b.txt 100644',
    ]);
    await chmod(join(copy.path, 'locked/deep'), 0o000);
    await chmod(join(copy.path, 'src'), 0o000);
    await copy.remove();
    expect(await readdir(room)).toEqual([]);
  });

  it('is removed also while somebody still writes in it', async () => {
    const { open, room } = await session({ 'a.txt': 'a' });
    const { copy } = await open();
    let writing = true;
    const writer = (async () => {
      for (let number = 0; writing && number < 2000; number += 1) {
        await write(copy.path, `d${number % 7}/x${number}.txt`, 'x').catch(() => undefined);
        if (number === 300) writing = false;
      }
    })();
    await copy.remove();
    writing = false;
    await writer;
    await rm(dirname(copy.path), { recursive: true, force: true });
    expect(await readdir(room)).toEqual([]);
  });
});

describe('a settled copy', () => {
  it('holds the tree as a new copy would, whatever was done to it', async () => {
    const { root, trees, open } = await session({
      'a.txt': 'a\n',
      'src/b.txt': 'b\n',
      'src/deep/c.txt': 'c\n',
      'hidden/d.txt': 'd\n',
      'moved/e.txt': 'e\n',
    });
    await mkdir(join(root, 'node_modules'));
    const { tree, copy } = await open({ hidden: ['hidden/**'], linked: ['node_modules'] });
    await write(copy.path, 'a.txt', 'changed\n');
    const result = await copy.result();
    const elsewhere = join(await tempFolder(), 'moved');
    await rename(join(copy.path, 'moved'), elsewhere);
    await symlink(elsewhere, join(copy.path, 'moved'));
    await rm(join(copy.path, 'src'), { recursive: true });
    await symlink('/nowhere', join(copy.path, 'src'));
    await write(copy.path, '.venv/ignored.txt', 'x');
    await write(copy.path, 'hidden/d.txt', 'mine\n');
    await write(copy.path, 'hidden/new.txt', 'mine\n');
    await mkdir(join(copy.path, 'empty'));
    execFileSync('/usr/bin/mkfifo', [join(copy.path, 'pipe')]);
    execFileSync('git', ['init', '-q', copy.path]);
    execFileSync('git', ['init', '-q', join(copy.path, 'inner')]);
    await rm(join(copy.path, 'node_modules'));
    await copy.settle(result);
    expect(copy.links).toEqual(['node_modules']);
    expect((await contents(copy.path)).join(' ')).toBe(
      '.gitignore a.txt hidden hidden/d.txt moved moved/e.txt node_modules src src/b.txt src/deep src/deep/c.txt',
    );
    expect(await readFile(join(copy.path, 'a.txt'), 'utf8')).toBe('changed\n');
    expect(await readFile(join(copy.path, 'hidden/d.txt'), 'utf8')).toBe('d\n');
    expect((await lstat(join(copy.path, 'moved'))).isDirectory()).toBe(true);
    expect(await readFile(join(elsewhere, 'e.txt'), 'utf8')).toBe('e\n');
    expect(await copy.result()).toBe(result);
    await write(copy.path, 'hidden/d.txt', 'shown now\n');
    const after = await copy.result();
    expect((await trees.compare(result, after)).map(({ path }) => path)).toEqual(['hidden/d.txt']);
    await copy.settle(tree);
    expect(await copy.result()).toBe(tree);
  });

  it('is made anew where its worker locked it', async () => {
    const { open } = await session({ 'a.txt': 'a\n', 'src/b.txt': 'b\n' });
    const { tree, copy } = await open();
    await write(copy.path, 'src/extra.txt', 'x');
    await chmod(join(copy.path, 'src'), 0o000);
    await copy.settle(tree);
    expect(await contents(copy.path)).toEqual(['.gitignore', 'a.txt', 'src', 'src/b.txt']);
    expect(await copy.result()).toBe(tree);
  });
});
