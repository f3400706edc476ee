import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createHistory } from '#platform/git/history.ts';
import { readBase } from '#check/read-base.ts';
import { baseOfTree } from '#repair/session/base-of-tree.ts';
import { someFacts } from '../../check/rules/repository/some-facts.ts';
import { gitRepository } from '../../support/git-repository.ts';
import { openedGit } from '../../support/own-git.ts';

const long = Array.from({ length: 20 }, (_, line) => `line ${line}\n`).join('');

describe('the base of a tree', () => {
  it('tells what the work tree told when the tree was taken, whatever lies there now', async () => {
    const { root, write, git } = await gitRepository({
      'a.txt': 'a\nb\n',
      'old.txt': long,
      'gone.txt': 'x\n',
    });
    git('mv', 'old.txt', 'new.txt');
    git('rm', '-q', 'gone.txt');
    await write({ 'a.txt': 'a\nB\n', 'added.txt': 'one\n' });
    const { own, trees } = await openedGit(root);
    const history = createHistory(own);
    const facts = someFacts({ files: ['a.txt', 'new.txt', 'added.txt'] });
    const atHome = await readBase({ history }, { repository: root, facts }, undefined);
    const tree = await trees.capture(root);
    await writeFile(join(root, 'a.txt'), 'something else\n');
    const check = { repository: root };
    const later = await readBase({ history }, { repository: root, facts }, undefined);
    const base = await baseOfTree({ history, trees }, { base: later, check }, tree);
    expect(base.commit).toBe(atHome.commit);
    // What git tracks of it is told of work trees alone.
    expect(base.changes).toEqual({ ...atHome.changes, tracked: undefined });
    for (const [path, line] of [
      ['a.txt', 1],
      ['a.txt', 2],
      ['added.txt', 1],
      ['new.txt', 3],
    ] as const) {
      expect([path, line, base.isChangedLine(path, line)]).toEqual([
        path,
        line,
        atHome.isChangedLine(path, line),
      ]);
    }
    expect(later.isChangedLine('a.txt', 1)).toBe(true);
  });
});
