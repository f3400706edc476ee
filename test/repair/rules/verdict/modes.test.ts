import { describe, expect, it } from 'vitest';
import { judgeModes } from '#repair/rules/verdict/modes.ts';
import { add, edit, rename, told } from './diffs.ts';

describe('the mode of a file', () => {
  it.each([
    [{ ...edit('a', 'x', 'x'), newMode: '100755' as const }, ['MODE_CHANGED a']],
    [{ ...edit('a', 'x', 'y'), oldMode: '100755' as const }, ['MODE_CHANGED a']],
    [{ ...rename('b', 'a'), newMode: '100755' as const }, ['MODE_CHANGED a']],
    [add('a', 'x', { newMode: '100755' }), []],
    [{ ...edit('a', 'x', 'y'), oldMode: '100755' as const, newMode: '100755' as const }, []],
  ])('stays: %#', (entry, expected) => {
    expect(told(judgeModes([entry]))).toEqual(expected);
  });
});
