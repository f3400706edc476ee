import { describe, expect, it } from 'vitest';
import { judgeKinds } from '#repair/rules/verdict/kinds.ts';
import { add, edit, link, remove, rename, rulesOf, told } from './diffs.ts';

const rules = rulesOf({ existingPaths: ['src/a', 'file'] });

describe('what a path is', () => {
  it.each([
    [[remove('src/a'), add('src', 'x')], ['KIND_CHANGED src']],
    [[remove('src/a'), link('src', 'x')], ['KIND_CHANGED src']],
    [[remove('file'), add('file/x/y', 'x')], ['KIND_CHANGED file']],
    [[rename('file', 'file/x')], ['KIND_CHANGED file']],
    [
      [{ ...edit('file', 'x', 'y'), status: 'type-changed' as const, newMode: '120000' as const }],
      ['KIND_CHANGED file'],
    ],
    [[{ ...edit('file', 'x', 'y'), oldMode: '120000' as const }], ['KIND_CHANGED file']],
    [[add('src/b', 'x'), add('other', 'x'), edit('file', 'x', 'y')], []],
  ])('stays: %#', (diff, expected) => {
    expect(told(judgeKinds(diff, rules))).toEqual(expected);
  });
});
