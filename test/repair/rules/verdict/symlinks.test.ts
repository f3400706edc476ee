import { describe, expect, it } from 'vitest';
import { judgeSymlinks } from '#repair/rules/verdict/symlinks.ts';
import { add, edit, link, remove, rulesOf, told } from './diffs.ts';

describe('a link', () => {
  it.each([
    ['a', '/etc/passwd'],
    ['a', '../x'],
    ['a/b', '../../x'],
    ['a/b', '../c/../../x'],
    ['a', 'C:\\x'],
    ['a', 'b\\..\\..\\x'],
    ['a', '.git/config'],
    ['a/b', '../.GIT/hooks'],
    ['a', 'GIT~1/config'],
    ['a', '.g\u200bit/../.git\u200c/x'],
    ['a', 'sub/.git'],
    ['a', ''],
    ['a', 'a'],
    ['a', '~/x'],
  ])('at %s to %j is refused', (path, target) => {
    expect(told(judgeSymlinks([link(path, target)], rulesOf()))).toEqual([
      `SYMLINK_ESCAPE ${path}`,
    ]);
  });

  it.each([
    ['a', 'b'],
    ['a', '.'],
    ['a/b', '../c'],
    ['a/b/c', './../../x/./y'],
    ['a', '.gitignore'],
    ['a', '...'],
  ])('at %s to %j is fine', (path, target) => {
    expect(judgeSymlinks([link(path, target)], rulesOf())).toEqual([]);
  });

  it('may not leave by way of another link of the change', () => {
    const diff = [link('x/up', '..'), link('x/out', 'up/../etc')];
    expect(told(judgeSymlinks(diff, rulesOf()))).toEqual(['SYMLINK_ESCAPE x/out']);
  });

  it('may not leave by way of a link that is there', () => {
    const existingLinks = new Map([['deep/up', '..']]);
    const diff = [link('out', 'deep/up/../x')];
    expect(told(judgeSymlinks(diff, rulesOf({ existingLinks })))).toEqual(['SYMLINK_ESCAPE out']);
  });

  it('may not make one that is there leave', () => {
    const existingLinks = new Map([['out', 'x/y/../../z']]);
    expect(told(judgeSymlinks([link('x/y', '..')], rulesOf({ existingLinks })))).toEqual([
      'SYMLINK_ESCAPE out',
    ]);
  });

  it('is not blamed for one that left before, nor for one that is gone', () => {
    const existingLinks = new Map([
      ['old', '/etc'],
      ['up', 'x/../..'],
    ]);
    const diff = [add('a', 'x'), remove('up'), edit('b', 'x', 'y')];
    expect(judgeSymlinks(diff, rulesOf({ existingLinks }))).toEqual([]);
  });

  it('of unknown target is refused', () => {
    const { linkTarget, ...unknown } = link('a', 'b');
    expect(linkTarget).toBe('b');
    const diff = [{ ...unknown, newText: undefined }];
    expect(told(judgeSymlinks(diff, rulesOf()))).toEqual(['SYMLINK_ESCAPE a']);
  });
});
