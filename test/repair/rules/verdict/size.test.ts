import { describe, expect, it } from 'vitest';
import { judgeSize } from '#repair/rules/verdict/size.ts';
import { add, remove, rulesOf, told } from './diffs.ts';

describe('the size of a change', () => {
  const two = [add('a', '1\n2'), remove('b', '1\n2\n3')];

  it.each([
    [2, 5, []],
    [1, 5, ['TOO_MANY_FILES']],
    [2, 4, ['TOO_MANY_LINES']],
    [1, 4, ['TOO_MANY_FILES', 'TOO_MANY_LINES']],
  ])('within %d files and %d lines: %j', (maxFilesChanged, maxLinesChanged, expected) => {
    const rules = rulesOf({ limits: { maxFilesChanged, maxLinesChanged } });
    expect(told(judgeSize(two, rules))).toEqual(expected);
  });
});
