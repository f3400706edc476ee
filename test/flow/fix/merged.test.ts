import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempFolder } from '../../support/temp-folder.ts';
import { fix, triesOf } from './run-fix.ts';
import { seenIn } from './seen.ts';
import { plantWords } from './words.ts';

const program = join(import.meta.dirname, '../../fixtures/programs/settle-words.mjs');
const agent = [process.execPath, program];

/** Two branches that changed the same line; ours has a word too many, too. */
async function plantConflict(command: readonly string[]) {
  const repository = await plantWords({ files: { 'src/a.txt': 'one\nline\n' }, agent: command });
  const { git, write, commit } = repository;
  git('checkout', '-qb', 'theirs');
  await write({ 'src/a.txt': 'one\ntheir line\n' });
  const theirs = commit('Theirs');
  git('checkout', '-q', 'main');
  await write({ 'src/a.txt': 'one\nour line\n', 'src/b.txt': 'BAD two\n' });
  return { ...repository, ours: commit('Ours'), theirs };
}

describe('a merge before the repair', () => {
  it('has its conflicts resolved first, and becomes a merge commit of both sides', async () => {
    const { root, git, ours, theirs } = await plantConflict(agent);
    const { code, report } = await fix(root, ['--merge', 'theirs', '--branch', 'merged']);
    expect(code).toBe(0);
    expect(triesOf(report)).toEqual({
      'git src/a.txt': ['command: accepted'],
      'words src/b.txt': ['command: accepted'],
    });
    expect(git('show', 'merged:src/a.txt')).toBe('one\nour line\ntheir line');
    expect(git('show', 'merged:src/b.txt')).toBe('good two');
    expect(git('rev-parse', 'merged^1', 'merged^2').split('\n')).toEqual([ours, theirs]);
  });

  it('begins nothing else where markers are left', async () => {
    const { root } = await plantConflict([...agent, '--markers']);
    const before = seenIn(root);
    const { code, report } = await fix(root, ['--merge', 'theirs', '--apply']);
    expect(code).toBe(3);
    expect(Object.keys(triesOf(report))).toEqual(['git src/a.txt']);
    expect(triesOf(report)['git src/a.txt']?.[0]).toContain('UNRESOLVED');
    expect(seenIn(root)).toEqual(before);
  });
});

describe('comments of reviewers', () => {
  it('are tasks beside the findings, one for each file', async () => {
    const { root } = await plantWords({ agent });
    const file = join(await tempFolder(), 'review.json');
    const comment = {
      path: 'src/a.txt',
      line: 1,
      author: 'somebody',
      body: 'Say that it was asked.',
    };
    writeFileSync(file, JSON.stringify([comment]));
    const { code, report } = await fix(root, ['--review', file, '--apply']);
    expect(code).toBe(0);
    expect(triesOf(report)).toMatchObject({ 'review src/a.txt': ['command: accepted'] });
    expect(readFileSync(join(root, 'src/a.txt'), 'utf8')).toBe(
      'one\ngood two\nthree\nas was asked\n',
    );
  });
});
