import { describe, expect, it } from 'vitest';
import { aftermathOfFile, doesAgain, linesOfUndone } from '#repair/rules/verdict/aftermath.ts';

const before = 'import os\nimport sys\n\ndef open():\n    debugger\n    return 1\n';
const after = 'import sys\n\ndef open():\n    return one()\n';

const linesOf = (word: string): readonly string[] =>
  Array.from({ length: 20_000 }, (_, at) => `${word} ${at}`);

describe('what became of our change of a file', () => {
  it.each([
    ['as we left it', after, 'kept'],
    ['as it was before', before, 'undone'],
    ['worked on elsewhere', `${after}\n\ndef close():\n    return 2\n`, 'kept'],
    ['moved down by a new head', `# Shop\n${after}`, 'kept'],
    ['put back beside other work', `${before}\n\ndef close():\n    return 2\n`, 'undone'],
    [
      'put back in one of its places',
      after.replace('import sys', 'import os\nimport sys'),
      'undone',
    ],
    ['put back by hand where a line was replaced', after.replace('one()', '1'), 'undone'],
    ['worked on where we changed it', after.replace('one()', 'two()'), 'other'],
    ['written anew', 'print("shop")\n', 'other'],
    ['away', undefined, 'other'],
    ['not to be read', null, 'other'],
  ] as const)('%s: %s', (_, now, kind) => {
    expect(aftermathOfFile({ before, after, now })).toMatchObject({ kind });
  });

  it.each([
    ['a file that we made is away', undefined, 'new\n', undefined, 'undone'],
    ['a file that we made was worked on', undefined, 'new\n', 'new\nmore\n', 'other'],
    ['a file that we deleted is there again', 'old\n', undefined, 'old\nmore\n', 'undone'],
    ['a file that we deleted is still away', 'old\n', undefined, undefined, 'kept'],
    [
      'a line at the beginning was taken out again',
      'one\ntwo\n',
      'zero\none\ntwo\n',
      'one\ntwo\nthree\n',
      'undone',
    ],
    [
      'a line at the beginning was worked on',
      'one\ntwo\n',
      'zero\none\ntwo\n',
      'none\none\ntwo\n',
      'gone',
    ],
    [
      'a line came right before ours',
      'one\ntwo\n',
      'one\nours\ntwo\n',
      'one\nx\nours\ntwo\n',
      'kept',
    ],
    ['lines came around ours', 'one\ntwo\n', 'one\nours\ntwo\n', 'one\nx\nours\ny\ntwo\n', 'kept'],
    ['a line came where ours went', 'one\ntwo\n', 'one\nours\ntwo\n', 'one\nx\ntwo\n', 'gone'],
    [
      'lines were put back into their old order',
      'b\na\nx\n',
      'a\nb\nx\n',
      'b\na\nx\ny\n',
      'undone',
    ],
    ['lines are still in their new order', 'b\na\nx\n', 'a\nb\nx\n', 'a\nb\nx\ny\n', 'kept'],
    ['blank lines came back elsewhere', 'a\n\n\nb\nc\n', 'a\n\nb\nc\n', 'a\n\nb\n\n\nc\n', 'kept'],
    ['only the end of lines differs', 'a\r\nBAD\r\n', 'a\r\ngood\r\n', 'a\nBAD\n\nx\n', 'undone'],
    ['one of three equal lines is back', 'x\na\nx\nb\nx\n', 'a\nb\n', 'x\na\nb\n', 'undone'],
    ['the line is there twice, ours too', 'BAD\nx\n', 'good\nx\n', 'good\nBAD\nx\n', 'other'],
    ['what we put there is not there any more', 'BAD\n', 'good\n', 'third\n', 'gone'],
    ['nothing of its text was changed', 'same\n', 'same\n', 'other\n', 'other'],
  ] as const)('%s', (_, old, ours, now, kind) => {
    expect(aftermathOfFile({ before: old, after: ours, now })).toMatchObject({ kind });
  });

  it('is told quickly of two long texts without a common line', () => {
    const [long, other] = [linesOf('a').join('\n'), linesOf('b').join('\n')];
    expect(aftermathOfFile({ before: long, after: other, now: `${long}\nmore` }).kind).toBe(
      'undone',
    );
  });
});

describe('a change of what was undone', () => {
  const { hunks } = aftermathOfFile({
    before: 'a\nBAD\nb\n',
    after: 'a\ngood\nb\n',
    now: 'a\nBAD\nc\n',
  });
  const again = (text: string) =>
    hunks.some((hunk) => doesAgain(hunk, { before: 'a\nBAD\nc\n', after: text }));

  it('does it again, whatever else it does', () => {
    expect(again('a\ngood\nc\n')).toBe(true);
    expect(again('a\ngood\nc\nmore\n')).toBe(true);
  });

  it('does something else', () => {
    expect(again('a\nBAD\nbetter\n')).toBe(false);
    expect(again('a\nsplendid\nc\n')).toBe(false);
  });

  it('stands in these lines', () => {
    expect(linesOfUndone(hunks, 'a\nBAD\nc\n')).toEqual([[2, 2]]);
  });
});
