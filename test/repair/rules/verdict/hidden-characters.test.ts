import { describe, expect, it } from 'vitest';
import { judgeHidden } from '#repair/rules/verdict/hidden-characters.ts';
import { judgeDiff } from '#repair/rules/verdict/judge-diff.ts';
import { add, edit, link, remove, rename, rulesOf, told } from './diffs.ts';

const rules = rulesOf();
const override = 'if level != "user\u202E": pass';

describe('characters that nobody sees', () => {
  it('refuse a change, and are named by number, file and line', () => {
    const [rejection] = judgeHidden([edit('src/a.py', 'x = 1\n', `x = 1\n${override}\n`)], rules);
    expect(rejection).toEqual({
      code: 'HIDDEN_CHARACTERS',
      path: 'src/a.py',
      sentence:
        'src/a.py brings in the hidden character U+202E on line 2; write what readers can see.',
    });
    expect(judgeDiff([add('src/a.py', override)], rules).kind).toBe('rejected');
  });

  it.each([
    ['a new file', add('a.py', 'a\u200Bb')],
    ['once more than before', edit('a.py', 'a\u200Bb', 'a\u200Bb + a\u200Bb')],
    ['in another word', edit('a.py', 'a\u200Bb', 'c\u200Bd')],
    ['on another line', edit('a.py', '# \u202Ex', 'run() # \u202Ey')],
    ['a letter in a word', edit('a.py', 'scope = 1', 'scope = 1\nsc\u043Epe = 2')],
    ['a file that is moved and changed', rename('a.py', 'b.py', 'x')],
    ['the name of a file', add('src/to\u200Btal.py', 'x')],
    ['a name with a foreign letter', add('src/t\u043Etal.py', 'x')],
    ['the name of a folder', add('sr\u202Ec/a.py', 'x')],
    ['where a link leads', link('a', 'src\u200B/x')],
  ])('are refused: %s', (what, entry) => {
    const changed = what.includes('moved') ? { ...entry, newText: 'x\u2060y' } : entry;
    expect(told(judgeHidden([changed], rules))).toHaveLength(1);
  });

  it.each([
    ['were there', edit('a.py', 'a\u200Bb\n', 'x\na\u200Bb\n')],
    ['go', edit('a.py', 'a\u200Bb\n', 'ab\n')],
    ['stand in a file that goes', remove('a.py', 'a\u200Bb')],
    ['stand in a file that is moved', rename('a.py', 'b.py', 'a\u200Bb')],
    ['are in a name that was there', edit('a\u200Bb.py', 'x', 'y')],
    ['are a name that is used again', edit('a.py', 'sc\u043Epe', 'sc\u043Epe + sc\u043Epe')],
    ['are a mark at the start', edit('a.cs', '\u{FEFF}x', '\u{FEFF}y')],
    ['are a part of a sign', edit('a.md', 'x', '\u{1F469}\u200D\u{1F4BB}')],
  ])('are no fault where they %s', (_what, entry) => {
    expect(judgeHidden([entry], rules)).toEqual([]);
  });

  it('may move to a new file with the text around them', () => {
    const diff = [remove('a.py', `${override}\n`), add('b.py', `x = 1\n${override}\n`)];
    expect(judgeHidden(diff, rules)).toEqual([]);
  });

  it('are no fault of a new file in a folder that has them in its name', () => {
    const known = rulesOf({ existingPaths: ['sr\u200Bc/a.py'] });
    expect(judgeHidden([add('sr\u200Bc/b.py', 'x')], known)).toEqual([]);
  });
});
