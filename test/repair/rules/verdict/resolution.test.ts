import { describe, expect, it } from 'vitest';
import { judgeResolution } from '#repair/rules/verdict/resolution.ts';
import { add, edit, remove, rename, told } from './diffs.ts';

const [ours, base, middle, theirs] = ['<', '|', '=', '>'].map((sign) => sign.repeat(7));
const conflict = `top\n${ours} a1\nours\n${base} b2\nbase\n${middle}\ntheirs\n${theirs} c3\nend\n`;

describe('the resolution of a conflict', () => {
  it.each([
    ['both sides', [edit('a.txt', conflict, 'top\nours\ntheirs\nend\n')], []],
    ['taken away', [remove('a.txt')], []],
    ['nothing done', [], ['UNRESOLVED a.txt']],
    ['one marker left', [edit('a.txt', conflict, `${ours} a1\nx\n`)], ['UNRESOLVED a.txt']],
    ['another one', [edit('a.txt', conflict, `x\r\n${theirs}\r\n`)], ['UNRESOLVED a.txt']],
    ['the base', [edit('a.txt', conflict, `x\n${base} b2\ny\n`)], ['UNRESOLVED a.txt']],
    ['the row between', [edit('a.txt', conflict, `x\n${middle}\ny\n`)], ['UNRESOLVED a.txt']],
    ['unreadable', [{ ...edit('a.txt', conflict, ''), newText: undefined }], ['UNRESOLVED a.txt']],
    [
      'a conflict inside the base',
      [edit('a.txt', conflict, `${'<'.repeat(9)} Temporary merge branch 1\n`)],
      ['UNRESOLVED a.txt'],
    ],
    [
      'a heading that was there',
      [edit('a.txt', `Title\n${middle}\n${conflict}`, `Title\n${middle}\ntop\n`)],
      [],
    ],
    ['a longer row', [edit('a.txt', conflict, `Title\n${'='.repeat(8)}\n`)], []],
    [
      'another file',
      [edit('a.txt', conflict, 'x\n'), edit('b.txt', 'a\n', 'b\n'), add('c.txt', '')],
      ['OUTSIDE_CONFLICT b.txt', 'OUTSIDE_CONFLICT c.txt'],
    ],
    ['moved', [rename('a.txt', 'b.txt')], ['OUTSIDE_CONFLICT b.txt']],
  ])('%s', (_name, diff, expected) => {
    expect(told(judgeResolution(diff, ['a.txt']))).toEqual(expected);
  });

  it('is of every file', () => {
    const diff = [edit('a.txt', conflict, 'x\n')];
    expect(told(judgeResolution(diff, ['a.txt', 'b.txt']))).toEqual(['UNRESOLVED b.txt']);
  });
});
