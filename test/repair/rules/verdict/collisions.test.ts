import { describe, expect, it } from 'vitest';
import { judgeCollisions } from '#repair/rules/verdict/collisions.ts';
import { add, edit, remove, rename, rulesOf, told } from './diffs.ts';

const rules = rulesOf({ existingPaths: ['src/Read.ts', 'caf\u00e9.md', 'A', 'a'] });

describe('two paths that one system cannot tell apart', () => {
  it.each([
    [[add('src/read.ts', '')], ['CASE_COLLISION src/read.ts']],
    [[add('SRC/new.ts', '')], ['CASE_COLLISION SRC/new.ts']],
    [[add('cafe\u0301.md', '')], ['CASE_COLLISION cafe\u0301.md']],
    [[add('x/one', ''), add('x/ONE', '')], ['CASE_COLLISION x/one']],
    [[add('src/Read.ts.', '')], ['CASE_COLLISION src/Read.ts.']],
    [[rename('b', 'src/READ.ts')], ['CASE_COLLISION src/READ.ts']],
    [[rename('src/Read.ts', 'src/read.ts')], []],
    [[remove('src/Read.ts'), add('src/read.ts', '')], []],
    [[add('a/b', ''), edit('A', 'x', 'y')], []],
    [[add('src/other.ts', '')], []],
  ])('%#', (diff, expected) => {
    expect(told(judgeCollisions(diff, rules))).toEqual(expected);
  });
});
