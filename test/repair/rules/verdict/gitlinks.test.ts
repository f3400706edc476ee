import { describe, expect, it } from 'vitest';
import { judgeGitlinks } from '#repair/rules/verdict/gitlinks.ts';
import { add, edit, remove, rename, told } from './diffs.ts';

describe('another repository inside this one', () => {
  it.each([
    [{ ...add('vendor', ''), newMode: '160000' as const }, true],
    [{ ...remove('vendor'), oldMode: '160000' as const }, true],
    [edit('.gitmodules', 'x', 'y'), true],
    [add('sub/.GitModules', 'x'), true],
    [add('GITMOD~1', 'x'), true],
    [rename('.gitmodules', 'x'), true],
    [add('gitmodules', 'x'), false],
  ])('%#: refused is %s', (entry, refused) => {
    expect(told(judgeGitlinks([entry]))).toEqual(refused ? [`GITLINK ${entry.path}`] : []);
  });
});
