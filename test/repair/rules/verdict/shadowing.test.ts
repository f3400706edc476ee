import { describe, expect, it } from 'vitest';
import { judgeShadowing } from '#repair/rules/verdict/shadowing.ts';
import { judgeStubs } from '#repair/rules/verdict/stubs.ts';
import { judgeIgnored } from '#repair/rules/verdict/ignored-files.ts';
import { add, edit, link, rename, rulesOf, told } from './diffs.ts';

describe('a module in place of one that tools import', () => {
  const existingPaths = [
    'setup.py',
    'shop/__init__.py',
    'shop/cart.py',
    'src/shop/__init__.py',
    'tests/test_cart.py',
    'old/json.py',
    'data/json/a.txt',
  ];
  const rules = rulesOf({ existingPaths, toolModules: new Set(['ruff', 'json', 'pluggy']) });
  const judged = (...diff: Parameters<typeof judgeShadowing>[0]) =>
    told(judgeShadowing(diff, rules));

  it.each([
    'ruff.py',
    'ruff/__init__.py',
    'src/pluggy.py',
    'tests/json.py',
    'data/json/__init__.py',
    'any/new/folder/json.py',
  ])('%s is refused', (path) => {
    expect(judged(add(path, 'x'))).toEqual([`MODULE_SHADOWED ${path}`]);
    expect(judged(rename('shop/cart.py', path))).toEqual([`MODULE_SHADOWED ${path}`]);
  });

  it('is refused where a link leads to it', () => {
    expect(judged(link('ruff', 'docs'), link('json.py', 'docs/a.py'))).toHaveLength(2);
  });

  it.each([
    'shop/json.py',
    'src/shop/json.py',
    'src/shop/json/__init__.py',
    'helpers.py',
    'ruff.txt',
    'ruff',
    'ruff/readme.md',
  ])('%s is none', (path) => {
    expect(judged(add(path, 'x'))).toEqual([]);
  });

  it('is none that was there, nor in a package that is new', () => {
    expect(judged(edit('old/json.py', 'a', 'b'))).toEqual([]);
    expect(judged(rename('old/json.py', 'old/json/__init__.py'))).toEqual([]);
    expect(judged(add('new/__init__.py', ''), add('new/json.py', ''))).toEqual([]);
  });

  it('is one of Node wherever it looks for packages', () => {
    const paths = ['node_modules/a/index.js', 'web/Node_Modules/a/index.js'];
    expect(judged(...paths.map((path) => add(path, 'x')))).toHaveLength(2);
    expect(judged(edit('node_modules/a/index.js', 'a', 'b'))).toHaveLength(1);
    expect(judged(link('web/node_modules', 'fake'))).toEqual(['MODULE_SHADOWED web/node_modules']);
  });

  it('is one in a folder that becomes a package with it', () => {
    const diff = [add('src/__init__.py', ''), add('src/json.py', '')];
    expect(judged(...diff)).toEqual(['MODULE_SHADOWED src/json.py']);
  });
});

describe('a stub in place of a module', () => {
  const existingPaths = ['src/shop/__init__.py', 'src/shop/cart.py', 'total.py'];
  const judged = (path: string, permits: readonly 'suppressions'[] = []) =>
    told(judgeStubs([add(path, 'x')], rulesOf({ existingPaths, request: { permits } })));

  it.each([
    'src/shop/cart.pyi',
    'src/shop/__init__.pyi',
    'shop-stubs/cart.pyi',
    'shop-stubs/__init__.pyi',
    'typings/shop/cart.pyi',
    'total.pyi',
    'stubs/total.pyi',
  ])('%s is refused', (path) => {
    expect(judged(path)).toEqual([`SUPPRESSION_ADDED ${path}`]);
    expect(judged(path, ['suppressions'])).toEqual([]);
  });

  it.each(['src/shop/native.pyi', 'typings/requests/api.pyi', 'shop/notes.txt'])(
    '%s is none',
    (path) => {
      expect(judged(path)).toEqual([]);
    },
  );
});

describe('a file that is there and is to be ignored', () => {
  const existingPaths = ['shop/cart.py', 'docs/a.md'];
  const judged = (path: string, line: string) =>
    told(judgeIgnored([edit(path, 'x\n', `x\n${line}\n`)], rulesOf({ existingPaths })));

  it.each([
    ['.gitignore', 'cart.py'],
    ['.gitignore', '/shop/'],
    ['.gitignore', '*.p[xy]'],
    ['.ignore', 'shop'],
    ['shop/.gitignore', '*'],
  ])('in %s by %j is refused', (path, line) => {
    expect(judged(path, line)).toEqual([`CHECK_DISABLED ${path}`]);
  });

  it.each([
    ['.gitignore', '__pycache__/'],
    ['.gitignore', '# cart.py'],
    ['.gitignore', '!cart.py'],
    ['.gitignore', '*.md'],
    ['docs/.gitignore', '*'],
    ['notes.txt', 'cart.py'],
  ])('in %s by %j is none that is judged', (path, line) => {
    expect(judged(path, line)).toEqual([]);
  });
});
