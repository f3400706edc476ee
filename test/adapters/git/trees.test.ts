import { execFileSync } from 'node:child_process';
import {
  chmod,
  mkdir,
  readFile,
  readlink,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createScratch } from '#adapters/files/scratch.ts';
import { openTrees } from '#adapters/git/trees.ts';
import { createProcesses } from '#adapters/process/processes.ts';
import { systemClock } from '#adapters/system/clock.ts';
import { tempFolder } from '../../support/temp-folder.ts';

const parentEnv = { PATH: '/usr/local/bin:/usr/bin:/bin' };

async function trusted() {
  const gitDir = join(await tempFolder(), 'trusted.git');
  const processes = createProcesses({ clock: systemClock, parentEnv });
  return openTrees({ processes, scratch: createScratch(), gitDir });
}

async function write(root: string, path: string, text: string | Uint8Array): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), text);
}

describe('a captured folder', () => {
  it('is the same tree as long as nothing in it changes', async () => {
    const trees = await trusted();
    const folder = await tempFolder();
    await write(folder, 'a.txt', 'one\n');
    const before = await trees.capture(folder);
    expect(await trees.capture(folder)).toBe(before);
    await write(folder, '.gitignore', 'ignored\n');
    await write(folder, 'ignored', 'x');
    expect(await trees.compare(before, await trees.capture(folder))).toMatchObject([
      { path: '.gitignore', status: 'added', oldMode: null, newText: 'ignored\n', addedLines: 1 },
    ]);
  });

  it('tells every kind of change with modes, texts and counts', async () => {
    const trees = await trusted();
    const folder = await tempFolder();
    const long = Array.from({ length: 30 }, (_, line) => `line ${line}\n`).join('');
    await write(folder, 'old name\t"x".txt', long);
    await write(folder, 'gone.txt', 'gone\n');
    await write(folder, 'mode.sh', 'echo\n');
    await write(folder, 'file.txt', 'text\n');
    await write(folder, 'bytes.bin', new Uint8Array([0, 1, 2]));
    await write(folder, 'big.txt', 'x'.repeat(1024 * 1024 + 1));
    const before = await trees.capture(folder);
    await rename(join(folder, 'old name\t"x".txt'), join(folder, 'new ü.txt'));
    await write(folder, 'new ü.txt', `${long}more\n`);
    await rm(join(folder, 'gone.txt'));
    await chmod(join(folder, 'mode.sh'), 0o755);
    await rm(join(folder, 'file.txt'));
    await symlink('../outside', join(folder, 'file.txt'));
    await write(folder, 'bytes.bin', new Uint8Array([0, 1, 3]));
    await write(folder, 'big.txt', 'y'.repeat(1024 * 1024 + 1));
    const entries = await trees.compare(before, await trees.capture(folder));
    const byPath = Object.fromEntries(entries.map((entry) => [entry.path, entry]));
    expect(byPath).toMatchObject({
      'new ü.txt': { status: 'renamed', oldPath: 'old name\t"x".txt', addedLines: 1 },
      'gone.txt': { status: 'deleted', newMode: null, oldText: 'gone\n', removedLines: 1 },
      'mode.sh': { status: 'modified', oldMode: '100644', newMode: '100755', addedLines: 0 },
      'file.txt': { status: 'type-changed', newMode: '120000', linkTarget: '../outside' },
      'bytes.bin': { status: 'modified', oldText: undefined, newText: undefined },
      'big.txt': { oldText: undefined, newText: undefined, addedLines: 1 },
    });
    expect(entries).toHaveLength(6);
  });

  it('runs nothing that the folder configures', async () => {
    const trees = await trusted();
    const folder = await tempFolder();
    const marker = join(await tempFolder(), 'ran');
    execFileSync('git', ['init', '-q', folder]);
    await write(
      folder,
      '.git/config',
      `[core]\n\tfsmonitor = touch ${marker}\n[filter "x"]\n\tclean = touch ${marker}\n`,
    );
    await write(folder, '.gitattributes', '* filter=x diff=x\n');
    await write(folder, 'a.txt', 'one\n');
    const before = await trees.capture(folder);
    await write(folder, 'a.txt', 'two\n');
    const after = await trees.compare(before, await trees.capture(folder));
    expect(after).toMatchObject([{ path: 'a.txt', oldText: 'one\n', newText: 'two\n' }]);
    await expect(rm(marker)).rejects.toThrow('ENOENT');
  });

  it('shows a repository inside as what it is, and nothing of it', async () => {
    const trees = await trusted();
    const folder = await tempFolder();
    const before = await trees.capture(folder);
    execFileSync('git', ['init', '-q', join(folder, 'inner')]);
    const identity = ['-c', 'user.name=t', '-c', 'user.email=t@example.org'];
    execFileSync('git', [...identity, 'commit', '-q', '--allow-empty', '-m', 'x'], {
      cwd: join(folder, 'inner'),
    });
    expect(await trees.compare(before, await trees.capture(folder))).toMatchObject([
      { path: 'inner', status: 'added', newMode: '160000', newText: undefined },
    ]);
  });

  it('comes back byte for byte, with modes and links, and takes away what was not there', async () => {
    const trees = await trusted();
    const folder = await tempFolder();
    const mixed = 'one\r\ntwo\nthree\r\n $Id$\n';
    await write(
      folder,
      '.gitattributes',
      '* text eol=crlf ident\n*.u16 working-tree-encoding=UTF-16\n',
    );
    await write(folder, 'mixed.txt', mixed);
    await write(folder, 'deep/er/run.sh', '#!/bin/sh\n');
    await chmod(join(folder, 'deep/er/run.sh'), 0o755);
    await symlink('nowhere', join(folder, 'link'));
    await write(folder, '.gitignore', 'ignored\n');
    await write(folder, 'ignored', 'stays');
    const before = await trees.capture(folder);
    await write(folder, 'mixed.txt', 'other\n');
    await rm(join(folder, 'deep'), { recursive: true });
    await write(folder, 'deep', 'a file where a folder was');
    await rm(join(folder, 'link'));
    await write(folder, 'link/new.txt', 'a folder where a link was');
    await trees.restore(folder, before);
    expect(await trees.capture(folder)).toBe(before);
    expect(await readFile(join(folder, 'mixed.txt'), 'utf8')).toBe(mixed);
    expect(await readlink(join(folder, 'link'))).toBe('nowhere');
    expect((await stat(join(folder, 'deep/er/run.sh'))).mode & 0o111).toBe(0o111);
    expect(await readFile(join(folder, 'ignored'), 'utf8')).toBe('stays');
    const copy = await tempFolder();
    await trees.restore(copy, before);
    expect(await readFile(join(copy, 'mixed.txt'), 'utf8')).toBe(mixed);
    expect(await trees.capture(copy)).toBe(before);
  });
});
