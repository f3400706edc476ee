import { execFileSync } from 'node:child_process';
import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createMerges } from '#platform/git/merges.ts';
import { sha } from '#model/ids.ts';
import { gitRepository } from '../../support/git-repository.ts';
import { openedGit } from '../../support/own-git.ts';
import { tempFolder } from '../../support/temp-folder.ts';

type Files = Readonly<Record<string, string>>;

/** Two branches that each changed what they began with. */
async function diverged(base: Files, ours: Files, theirs: Files) {
  const repository = await gitRepository(base);
  const { git, write, commit } = repository;
  git('checkout', '-q', '-b', 'theirs');
  await write(theirs);
  const there = commit('theirs');
  git('checkout', '-q', 'main');
  await write(ours);
  const here = commit('ours');
  return { repository, here: sha.parse(here), there: sha.parse(there) };
}

async function mergesOf(root: string) {
  const { own, trees } = await openedGit(root);
  return { trees, merges: createMerges({ ...own, repository: root }) };
}

const long = Array.from({ length: 20 }, (_, line) => `line ${line}\n`).join('');

describe('a prepared merge', () => {
  it('is the tree that git makes, and touches nothing', async () => {
    const files = { 'a.txt': long, 'b.txt': 'b\n' };
    const ours = { 'a.txt': `first\n${long}` };
    const { repository, here, there } = await diverged(files, ours, { 'a.txt': `${long}last\n` });
    const { merges } = await mergesOf(repository.root);
    const state = () => repository.git('status', '--porcelain') + repository.git('show-ref');
    const before = state();
    const merge = await merges.prepare(here, there);
    expect(state()).toBe(before);
    repository.git('merge', '-q', '-m', 'merge', 'theirs');
    expect(merge).toEqual({ kind: 'clean', tree: repository.git('rev-parse', 'HEAD^{tree}') });
  });

  it('holds markers with what both sides began with, whatever the repository asks for', async () => {
    const { repository, here, there } = await diverged(
      { 'a.txt': 'one\n', 'ü "b".txt': 'b\n', '.gitattributes': '* conflict-marker-size=9\n' },
      { 'a.txt': 'ours\n', 'ü "b".txt': 'ours\n', 'both.txt': 'ours\n' },
      { 'a.txt': 'theirs\n', 'ü "b".txt': 'theirs\n', 'both.txt': 'theirs\n', 'new.txt': '' },
    );
    repository.git('config', 'merge.conflictStyle', 'merge');
    const { merges, trees } = await mergesOf(repository.root);
    const merge = await merges.prepare(here, there);
    if (merge.kind !== 'conflict') throw new Error(`it is ${merge.kind}`);
    expect(merge.paths).toEqual(['a.txt', 'both.txt', 'ü "b".txt']);
    const diff = await trees.compare(here, merge.tree);
    expect(diff.map(({ path }) => path)).toEqual(['a.txt', 'both.txt', 'new.txt', 'ü "b".txt']);
    const marks = /^<{7} .*\nours\n\|{7} .*\none\n={7}\ntheirs\n>{7} .*\n$/;
    expect(diff[0]?.newText).toMatch(marks);
  });

  it('is impossible where markers cannot tell what there is to decide', async () => {
    const { repository, here, there } = await diverged(
      { 'a.txt': 'a\n', 'bytes.bin': 'a\0b', 'gone.txt': 'a\n', 'moved.txt': long },
      { 'a.txt': 'ours\n', 'bytes.bin': 'a\0ours', 'gone.txt': 'ours\n' },
      { 'a.txt': 'theirs\n', 'bytes.bin': 'a\0theirs' },
    );
    const { git, root } = repository;
    await symlink('ours', join(root, 'link'));
    git('mv', 'moved.txt', 'moved-here.txt');
    const ours = sha.parse(repository.commit('ours again'));
    git('checkout', '-q', there);
    git('rm', '-q', 'gone.txt');
    git('mv', 'moved.txt', 'moved-there.txt');
    await symlink('theirs', join(root, 'link'));
    const theirs = sha.parse(repository.commit('theirs again'));
    const { merges } = await mergesOf(root);
    const merge = await merges.prepare(ours, theirs);
    if (merge.kind !== 'impossible') throw new Error(`it is ${merge.kind}`);
    const named = [
      'bytes.bin',
      'gone.txt',
      'link',
      'moved.txt',
      'moved-here.txt',
      'moved-there.txt',
    ];
    for (const path of named) expect(merge.reason).toContain(path);
    expect(merge.reason).not.toContain('a.txt,');
    expect(merge.reason).toContain('a person must decide');
    expect(await merges.prepare(here, there)).toMatchObject({ kind: 'impossible' });
  });

  it('is impossible for a folder in the place of a file', async () => {
    const { repository, there } = await diverged(
      { 'a.txt': 'a\n' },
      { 'b.txt': 'b\n' },
      { 'x/y.txt': 'y\n' },
    );
    await repository.write({ x: 'a file\n' });
    const here = sha.parse(repository.commit('a file'));
    const { merges } = await mergesOf(repository.root);
    expect(await merges.prepare(here, there)).toMatchObject({
      kind: 'impossible',
      reason: expect.stringMatching(/\bx\b/),
    });
  });

  it('says what is missing: a commit, or what both sides began with', async () => {
    const { repository, here, there } = await diverged(
      { 'a.txt': 'a\n' },
      { 'b.txt': 'b\n' },
      { 'c.txt': 'c\n' },
    );
    const { merges } = await mergesOf(repository.root);
    const unknown = sha.parse('7'.repeat(40));
    expect(await merges.prepare(here, unknown)).toEqual({
      kind: 'impossible',
      reason: `git knows no commit ${unknown} here; fetch it`,
    });
    const tree = sha.parse(repository.git('rev-parse', 'HEAD^{tree}'));
    expect(await merges.prepare(tree, here)).toMatchObject({ kind: 'impossible' });
    repository.git('checkout', '-q', '--orphan', 'other');
    const other = sha.parse(repository.commit('other'));
    expect(await merges.prepare(here, other)).toEqual({
      kind: 'impossible',
      reason: `${here} and ${other} have no commit in common`,
    });
    const shallow = join(await tempFolder(), 'shallow');
    const from = `file://${repository.root}`;
    execFileSync('git', ['clone', '-q', '--depth=1', '--no-single-branch', from, shallow]);
    const cut = await mergesOf(shallow);
    expect(await cut.merges.prepare(here, there)).toEqual({
      kind: 'impossible',
      reason: `${here} and ${there} have no commit in common in what was fetched; fetch more of the history`,
    });
    execFileSync('git', ['fetch', '-q', '--deepen=1'], { cwd: shallow });
    expect(await cut.merges.prepare(here, there)).toMatchObject({ kind: 'clean' });
  });

  it('needs no more of a history than what both sides began with', async () => {
    const repository = await gitRepository({ 'a.txt': 'a\n' });
    const { git, write, commit } = repository;
    await write({ 'a.txt': 'aa\n' });
    commit('second');
    git('checkout', '-q', '-b', 'theirs');
    await write({ 'b.txt': 'b\n' });
    const theirs = sha.parse(commit('theirs'));
    git('checkout', '-q', 'main');
    await write({ 'c.txt': 'c\n' });
    const ours = sha.parse(commit('ours'));
    const cut = join(await tempFolder(), 'cut');
    const from = `file://${repository.root}`;
    execFileSync('git', ['clone', '-q', '--depth=2', '--no-single-branch', from, cut]);
    const { merges } = await mergesOf(cut);
    expect(await merges.prepare(ours, theirs)).toMatchObject({ kind: 'clean' });
  });

  it('merges two sides whose common start is a merge of its own', async () => {
    const { repository, here, there } = await diverged(
      { 'a.txt': 'one\n' },
      { 'a.txt': 'ours\n' },
      { 'a.txt': 'theirs\n' },
    );
    const { git, root } = repository;
    const cross = async (from: string, other: string, text: string) => {
      git('checkout', '-q', from);
      try {
        git('merge', '-q', other);
      } catch {
        await writeFile(join(root, 'a.txt'), text);
      }
      return sha.parse(repository.commit('crossed'));
    };
    const left = await cross(here, there, 'left\n');
    const right = await cross(there, here, 'right\n');
    const { merges } = await mergesOf(root);
    expect(await merges.prepare(left, right)).toMatchObject({ kind: 'conflict', paths: ['a.txt'] });
  });
});
