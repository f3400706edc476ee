import { describe, expect, it } from 'vitest';
import { lineChanges, matchesAdded } from '#repair/rules/verdict/line-changes.ts';
import { add, edit, link, remove } from './diffs.ts';

describe('the lines that changed', () => {
  it.each([
    [edit('a', 'x\ny', 'y\nx'), [], []],
    [edit('a', 'x\nx', 'x'), [], ['x']],
    [edit('a', 'x', 'x\nx'), ['x'], []],
    [edit('a', 'x\r\ny\r\n', 'x\ny\n'), [], []],
    [add('a', 'x\ry'), ['x', 'y'], []],
    [remove('a', 'x\ny'), [], ['x', 'y']],
    [link('a', 'x'), [], []],
  ])('%#', (entry, added, removed) => {
    expect(lineChanges(entry)).toEqual({ added, removed });
  });

  it('count as matches, more or fewer', () => {
    expect(matchesAdded({ added: ['aa', 'b'], removed: ['a'] }, /a/)).toBe(1);
    expect(matchesAdded({ added: [], removed: ['aa'] }, /a/g)).toBe(-2);
  });
});
