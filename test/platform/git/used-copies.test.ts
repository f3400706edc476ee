import { execFileSync } from 'node:child_process';
import { chmod, lstat, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createCopies } from '#platform/git/copies.ts';
import { gitRepository } from '../../support/git-repository.ts';
import { openedGit } from '../../support/own-git.ts';
import { tempFolder } from '../../support/temp-folder.ts';

async function ground() {
  const { root } = await gitRepository({
    'a.txt': 'one\n',
    'src/b.txt': 'two\n',
    '.claude/settings.json': '{}\n',
    'AGENTS.md': 'Obey.\n',
  });
  const { own, trees } = await openedGit(root);
  const room = join(await tempFolder(), 'room');
  const copies = createCopies({ ...own, repository: root, parent: room });
  return { trees, copies, room, tree: await trees.capture(root) };
}

async function contents(folder: string): Promise<readonly string[]> {
  return (await readdir(folder, { recursive: true })).toSorted();
}

const whole = { hidden: [], linked: [] };
const masked = { hidden: ['**/.claude/**', '**/AGENTS.md'], linked: [] };
const visible = ['.gitignore', 'a.txt', 'src', 'src/b.txt'];

describe('a copy in the folder of one that was given back', () => {
  it('holds its own tree and nothing of the other, at another place', async () => {
    const { copies, trees, tree } = await ground();
    const first = await copies.open(tree, whole);
    await writeFile(join(first.path, 'a.txt'), 'ONE\n');
    await mkdir(join(first.path, '.git/hooks'), { recursive: true });
    await mkdir(join(first.path, '.venv/bin'), { recursive: true });
    await writeFile(join(first.path, '.venv/bin/python'), 'evil\n');
    await symlink('/etc', join(first.path, 'src/etc'));
    const other = await first.result();
    await first.release();
    const second = await copies.open(tree, whole);
    expect(second.path).not.toBe(first.path);
    expect(await contents(second.path)).toEqual(
      [...visible, '.claude', '.claude/settings.json', 'AGENTS.md'].toSorted(),
    );
    expect(await readFile(join(second.path, 'a.txt'), 'utf8')).toBe('one\n');
    expect(await second.result()).toBe(tree);
    await second.release();
    const third = await copies.open(other, whole);
    expect(await readFile(join(third.path, 'a.txt'), 'utf8')).toBe('ONE\n');
    expect(await trees.compare(other, await third.result())).toEqual([]);
  });

  it('hides what is to be hidden, with its folders, and gives it back unseen', async () => {
    const { copies, tree } = await ground();
    await (await copies.open(tree, whole)).release();
    const copy = await copies.open(tree, masked);
    expect(await contents(copy.path)).toEqual(visible);
    expect(await copy.result()).toBe(tree);
    await copy.settle(tree);
    expect(await contents(copy.path)).toContain('AGENTS.md');
    await copy.release();
    expect(await contents((await copies.open(tree, masked)).path)).toEqual(visible);
  });

  it.skipIf(process.getuid?.() !== 0)(
    'is ours again before it is filled, whoever was given it and opened it to all',
    async () => {
      const { copies, tree } = await ground();
      const copy = await copies.open(tree, whole);
      execFileSync('chown', ['-R', '10001:10001', copy.path]);
      await chmod(join(copy.path, 'src'), 0o777);
      await copy.settle(tree);
      for (const path of ['.', 'src', 'src/b.txt']) {
        const { uid, mode } = await lstat(join(copy.path, path));
        expect({ path, uid, open: mode & 0o022 }).toEqual({ path, uid: 0, open: 0 });
      }
      expect(await copy.result()).toBe(tree);
    },
  );

  it('leaves one folder for each that is in use at once', async () => {
    const { copies, room, tree } = await ground();
    for (let turn = 0; turn < 3; turn += 1) {
      const both = await Promise.all([copies.open(tree, whole), copies.open(tree, whole)]);
      await Promise.all(both.map((copy) => copy.release()));
    }
    const names = await readdir(room);
    expect(names.filter((name) => name.startsWith('copy-'))).toHaveLength(2);
  });
});
