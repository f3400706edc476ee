import { execFileSync } from 'node:child_process';
import { chmod, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { gitRepository } from '../../support/git-repository.ts';
import { openedGit } from '../../support/own-git.ts';

describe('a patch', () => {
  it('carries every kind of change, for us and for git', async () => {
    const {
      root,
      write: put,
      git,
    } = await gitRepository({
      'a.txt': 'one\r\ntwo\n',
      'mode.sh': 'echo\n',
      'gone.txt': 'gone\n',
      'old.txt': Array.from({ length: 20 }, (_, line) => `line ${line}\n`).join(''),
    });
    const { trees } = await openedGit(root);
    await writeFile(join(root, 'bytes.bin'), new Uint8Array([0, 255, 10, 13, 0]));
    const before = await trees.capture(root);
    git('add', '-A');
    await put({ 'a.txt': 'one\r\nTWO ü \n\n', 'empty.txt': '' });
    await writeFile(join(root, 'bytes.bin'), new Uint8Array([0, 254, 10, 13, 128]));
    await chmod(join(root, 'mode.sh'), 0o755);
    await rm(join(root, 'gone.txt'));
    await rename(join(root, 'old.txt'), join(root, 'new ü\t.txt'));
    await symlink('a.txt', join(root, 'link'));
    const after = await trees.capture(root);
    const patch = await trees.patch(before, after);
    expect(await trees.applyPatch(before, patch)).toBe(after);
    git('checkout-index', '--all', '--force', '--index');
    git('clean', '-fdq');
    execFileSync('git', ['apply', '--index', '--whitespace=nowarn'], { cwd: root, input: patch });
    expect(git('write-tree')).toBe(after);
    expect(await trees.capture(root)).toBe(after);
    expect(await trees.applyPatch(after, await trees.patch(after, after))).toBe(after);
  });

  it('does not fit another tree, and a damaged one none', async () => {
    const { root } = await gitRepository({ 'a.txt': 'one\n' });
    const { trees } = await openedGit(root);
    const before = await trees.capture(root);
    await writeFile(join(root, 'a.txt'), 'two\n');
    const after = await trees.capture(root);
    const patch = await trees.patch(before, after);
    expect(await trees.applyPatch(after, patch)).toBeUndefined();
    await expect(trees.applyPatch(before, patch.subarray(0, -3))).rejects.toThrow('corrupt patch');
    await writeFile(join(root, 'new.txt'), 'x\n');
    const adding = await trees.patch(after, await trees.capture(root));
    const outside = Buffer.from(adding).toString().replaceAll('new.txt', '../new.txt');
    await expect(trees.applyPatch(after, Buffer.from(outside))).rejects.toThrow('invalid path');
  });
});

describe('integrated trees', () => {
  it('name what they conflict in', async () => {
    const { root, write: put, git } = await gitRepository({ 'a.txt': 'one\n', 'b.txt': 'one\n' });
    const { trees } = await openedGit(root);
    const base = await trees.capture(root);
    await put({ 'a.txt': 'ours\n', 'c.txt': 'c\n' });
    const ours = await trees.capture(root);
    git('checkout', '-q', '.');
    await put({ 'a.txt': 'theirs\n', 'b.txt': 'theirs\n', 'd.txt': 'd\n' });
    await rm(join(root, 'c.txt'));
    const theirs = await trees.capture(root);
    const conflict = { kind: 'conflict', paths: ['a.txt'] };
    expect(await trees.integrate({ base, ours, theirs })).toEqual(conflict);
    await put({ 'a.txt': 'one\n' });
    const clean = await trees.integrate({ base, ours, theirs: await trees.capture(root) });
    if (clean.kind !== 'clean') throw new Error('it is a conflict');
    const diff = await trees.compare(ours, clean.tree);
    expect(diff.map(({ path }) => path)).toEqual(['b.txt', 'd.txt']);
    expect(await trees.integrate({ base, ours, theirs: base })).toEqual({
      kind: 'clean',
      tree: ours,
    });
  });
});
