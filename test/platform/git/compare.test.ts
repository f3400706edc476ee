import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createHistory } from '#platform/git/history.ts';
import { sha } from '#model/ids.ts';
import { gitRepository } from '../../support/git-repository.ts';
import { openedGit } from '../../support/own-git.ts';

const lines = (count: number) =>
  Array.from({ length: count }, (_, line) => `line ${line}\n`).join('');

it('the changed lines of a tree are those that history tells of the same files', async () => {
  const { root, write, git } = await gitRepository({
    'sub/edited.txt': lines(20),
    'sub/old name.txt': lines(30),
    'sub/gone.txt': lines(3),
    'sub/shorter.txt': lines(9),
    'sub/same.txt': lines(4),
    'beside.txt': 'beside\n',
  });
  await write({
    'sub/edited.txt': `++ b/fake.txt\n${lines(20).replace('line 7\n', 'new\nnewer\n')}end`,
    'sub/shorter.txt': lines(8),
    'sub/ä "b".txt': 'new\nfile\n',
    'beside.txt': 'changed\n',
  });
  await rename(join(root, 'sub/old name.txt'), join(root, 'sub/new name.txt'));
  await rm(join(root, 'sub/gone.txt'));
  git('add', '-A');
  const { own, trees } = await openedGit(root);
  const history = createHistory(own);
  const [folder, head] = [join(root, 'sub'), sha.parse(git('rev-parse', 'HEAD'))];
  const before = await history.treeOf(folder, head);
  expect(before).toBe(git('rev-parse', 'HEAD:sub'));
  const told = await trees.changedLines(sha.parse(before), await trees.capture(folder));
  expect(told).toEqual(await history.changedLines(folder, head));
  expect(Object.fromEntries(told)).toEqual({
    'edited.txt': [
      [1, 1],
      [9, 10],
      [23, 23],
    ],
    'shorter.txt': [],
    'ä "b".txt': [[1, 2]],
  });
  await write({ 'later/a.txt': 'a\n' });
  expect(await history.treeOf(join(root, 'later'), head)).toBeUndefined();
});
