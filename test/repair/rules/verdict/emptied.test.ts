import { describe, expect, it } from 'vitest';
import { judgeDummyUse } from '#repair/rules/verdict/dummy-use.ts';
import { judgeEmptied } from '#repair/rules/verdict/emptied.ts';
import { listGoneCode } from '#repair/rules/verdict/gone-code.ts';
import { edit, remove } from './diffs.ts';

const total = 'def total(a: int) -> int:\n    """Adds up."""\n    return a + 1\n';

describe('code that is emptied or hidden', () => {
  it.each([
    ['pass', 'def total(a: int) -> int:\n    pass\n'],
    ['an ellipsis on its line', 'def total(a: int) -> int: ...\n'],
    ['a docstring alone', 'def total(a: int) -> int:\n    """Adds up."""\n'],
    ['nothing', 'def total(a: int) -> int:\n    return None\n'],
    ['no implementation', 'def total(a):\n    raise NotImplementedError("later")\n'],
    ['a text that is run', `exec(r'''${total}''')\n`],
    ['a text', `TEXT = '''\n${total.replace('"""Adds up."""', 'pass')}'''\n`],
    ['letters that are run', 'exec(bytes([1, 2]))\n'],
  ])('is refused where %s is left', (_, text) => {
    expect(judgeEmptied([edit('shop.py', total, text)])).toMatchObject([
      { code: 'SCOPE_SHRUNK', path: 'shop.py' },
    ]);
  });

  it.each([
    ['another body', total.replace('a + 1', 'a')],
    ['no function at all', ''],
    ['another one that was empty', `${total}\n\ndef other() -> None: ...\n`],
    ['a text that was none of its code', `${total}\nTEXT = "def other() -> int: return 1"\n`],
    ['a method called so', `${total}\nframe.eval("1 + 1")\n`],
  ])('is no matter of this rule where %s is left', (_, text) => {
    expect(judgeEmptied([edit('shop.py', total, text)])).toEqual([]);
  });

  it.each(['shop.txt', 'shop.ipynb'])('is refused where it stands in %s by now', (path) => {
    const kept = JSON.stringify([total]).replace('return a + 1', '    return a + 1  ');
    const moved = [edit('shop.py', total, 'run()\n'), edit(path, '', kept)];
    expect(judgeEmptied(moved)).toMatchObject([{ code: 'SCOPE_SHRUNK', path }]);
    expect(judgeEmptied([edit('shop.py', total, total), edit(path, '', kept)])).toEqual([]);
    expect(judgeEmptied([remove('shop.py', total), edit('other.py', '', total)])).toEqual([]);
  });

  it('is held to more in tests, by others', () => {
    expect(judgeEmptied([edit('tests/test_shop.py', total, 'def total(a): ...\n')])).toEqual([]);
  });

  it.each(['eval("1")', 'new Function("return 1")', 'x = eval (y)'])('in scripts is %s', (code) => {
    expect(judgeEmptied([edit('a.ts', '', `${code}\n`)])).toMatchObject([{ code: 'SCOPE_SHRUNK' }]);
  });
});

describe('what is gone', () => {
  const text = `${total}\n\nclass Shop:\n    def sell(self) -> None:\n        rest = 1\n`;
  const usersOf = (path: string, line: number, newText: string | null) => {
    const entry = newText === null ? remove(path, text) : edit(path, text, newText);
    return listGoneCode([entry], [{ filePath: path, line }]);
  };

  it.each([
    ['a name in its own file', 1, 'print(total(1))', 'shop/a.py'],
    ['a name in what imports it', 1, 'from shop.a import total', 'shop/b.py'],
    ['a name of a module', 1, 'from shop import a; a.total(1)', 'shop/b.py'],
    ['a method', 8, 'Shop().sell()', 'far/away.py'],
  ])('is needed by %s', (_, line, code, user) => {
    const gone = usersOf('shop/a.py', line, '# nothing\n');
    expect(gone.some((one) => one.isUsedIn([code], user))).toBe(true);
  });

  it.each([
    ['another of its name', 1, 'total = 1', 'shop/b.py'],
    ['what defines it itself', 1, 'def total(): ...', 'shop/a.py'],
  ])('is not needed by %s', (_, line, code, user) => {
    const gone = usersOf('shop/a.py', line, '# nothing\n');
    expect(gone.some((one) => one.isUsedIn([code], user))).toBe(false);
  });

  it('is only what had the finding, and is nowhere else now', () => {
    expect(usersOf('shop/a.py', 1, text.slice(total.length)).map(({ name }) => name)).toEqual([
      'total',
    ]);
    expect(usersOf('shop/a.py', 8, text.slice(total.length))).toEqual([]);
    const moved = [edit('shop/a.py', text, ''), edit('shop/b.py', '', text)];
    expect(listGoneCode(moved, [{ filePath: 'shop/a.py', line: 1 }])).toEqual([]);
  });

  it.each([
    ['import shop.a', 'main.py'],
    ['from shop.a import total', 'main.py'],
    ['from shop import b, a', 'main.py'],
    ['from . import a', 'shop/b.py'],
    ['from .a import total', 'shop/b.py'],
    ['from .. import a', 'shop/deeper/b.py'],
  ])('is a module that %j needs', (code, user) => {
    const [gone] = usersOf('shop/a.py', 1, null);
    expect(gone?.isUsedIn([code], user)).toBe(true);
    expect(gone?.isUsedIn(['import shop.abc', 'from shop import b', 'a = 1'], user)).toBe(false);
  });

  it('is a script that another imports by its way', () => {
    const [gone] = listGoneCode([remove('src/a.ts', 'x')], [{ filePath: 'src/a.ts', line: 1 }]);
    expect(gone?.isUsedIn(["import { x } from '../a';"], 'src/deeper/b.ts')).toBe(true);
    expect(gone?.isUsedIn(["import { x } from './a';"], 'src/deeper/b.ts')).toBe(false);
  });
});

describe('an unused name', () => {
  const finding = { filePath: 'a.py', symbol: 'F401', message: '`os` imported but unused' };
  const before = 'import os\n';

  it.each([
    '_KEEP = (os,)',
    '_ = os',
    'os',
    'assert os',
    '(os, before)',
    'kept: object = os',
    'del os',
  ])('is not used by %j', (line) => {
    const entry = edit('a.py', before, `${before}${line}\n`);
    expect(judgeDummyUse([entry], [finding])).toMatchObject([{ code: 'FINDING_SILENCED' }]);
  });

  it.each(['print(os.name)', 'kept = os\nprint(kept)', 'total = 1', '__all__ = ["os"]', 'pass'])(
    'may be used by %j',
    (line) => {
      const entry = edit('a.py', before, `${before}${line}\n`);
      expect(judgeDummyUse([entry], [finding])).toEqual([]);
    },
  );

  it('is one that the finding is about', () => {
    const entry = edit('a.py', before, `${before}_ = os\n`);
    expect(judgeDummyUse([entry], [{ ...finding, message: '`sys` imported but unused' }])).toEqual(
      [],
    );
    expect(judgeDummyUse([entry], [{ ...finding, message: '`os` is shadowed' }])).toEqual([]);
  });
});
