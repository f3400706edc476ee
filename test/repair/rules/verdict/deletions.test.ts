import { describe, expect, it } from 'vitest';
import { judgeDeletions } from '#repair/rules/verdict/deletions.ts';
import { edit, remove, rename, rulesOf, told } from './diffs.ts';

describe('what is deleted', () => {
  it.each([
    [remove('test/a.ts'), ['FORBIDDEN_DELETION test/a.ts']],
    [remove('TEST/a.ts'), ['FORBIDDEN_DELETION TEST/a.ts']],
    [rename('test/a.ts', 'old/a.ts'), ['FORBIDDEN_DELETION test/a.ts']],
    [rename('test/a.ts', 'test/b.ts'), []],
    [rename('old/a.ts', 'test/a.ts'), []],
    [remove('src/a.ts'), []],
    [edit('test/a.ts', 'x', ''), []],
  ])('%#', (entry, expected) => {
    const rules = rulesOf({ limits: { forbidDeletePaths: ['test/**'] } });
    expect(told(judgeDeletions([entry], rules))).toEqual(expected);
  });
});
