import { describe, expect, it } from 'vitest';
import { mayMislead, noteFiles } from '#check/rules/outcome/kept-files.ts';

const file = (path: string, changedAtSeconds: number, digest: string) => ({
  path,
  changedAtSeconds,
  digest,
});

describe('what a tool kept', () => {
  const note = noteFiles([file('a', 1, 'x'), file('b', 1, 'x')], undefined);

  it('holds while files that changed have another time', () => {
    expect(mayMislead(note, [file('a', 1, 'x'), file('b', 2, 'y'), file('c', 1, 'z')])).toBe(false);
  });

  it('may mislead where a file has other content and the same time', () => {
    expect(mayMislead(note, [file('a', 1, 'y')])).toBe(true);
  });

  it('may mislead about a file that was gone in between', () => {
    expect(mayMislead(noteFiles([file('b', 2, 'y')], note), [file('a', 1, 'y')])).toBe(true);
  });

  it('may mislead where nobody can say what it was made from', () => {
    for (const broken of ['', '{', '[]', '{"a":1}']) expect(mayMislead(broken, [])).toBe(true);
  });
});
