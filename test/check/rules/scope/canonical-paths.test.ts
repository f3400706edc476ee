import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalPath, canonicalScope } from '#check/rules/scope/canonical-paths.ts';

const root = '/code/shop';

const places: Record<string, string | null> = {
  '.': '.',
  '': '.',
  './': '.',
  src: 'src',
  './src': 'src',
  'src/': 'src',
  'src//a.py': 'src/a.py',
  'src/./a.py': 'src/a.py',
  'src/../test': 'test',
  'src/..': '.',
  '../shop/src': 'src',
  '/code/shop': '.',
  '/code/shop/': '.',
  '/code/./shop/src/': 'src',
  'src\\a.py': 'src/a.py',
  '.\\src\\..\\test\\': 'test',
  '..a': '..a',
  '.hidden': '.hidden',
  'C:/x': 'C:/x',
  'Gro\u0308\u00dfe': 'Gr\u00f6\u00dfe',
  '..': null,
  '../other': null,
  'src/../..': null,
  '/code/shopping': null,
  '/code': null,
  '/': null,
  '\\code\\other': null,
};

describe('the canonical form of a path', () => {
  it.each(Object.entries(places))('of %j is %j', (given, expected) => {
    expect(canonicalPath(given, { root })).toBe(expected);
  });

  it.each([
    ['c:\\code\\shop\\src', 'src'],
    ['C:/code/shop', '.'],
    ['src\\a.py', 'src/a.py'],
    ['D:\\code\\shop\\src', null],
    ['\\code\\shop', null],
  ])('below a root with a drive: of %j is %j', (given, expected) => {
    expect(canonicalPath(given, { root: 'C:\\code\\shop' })).toBe(expected);
  });

  it('is everything below the root of the machine', () => {
    expect(canonicalPath('/etc', { root: '/' })).toBe('etc');
    expect(canonicalPath('../..', { root: '/' })).toBe('.');
  });

  it('takes a root in any spelling', () => {
    expect(canonicalPath('/code/shop/src', { root: '/code/x/..//shop/' })).toBe('src');
    expect(canonicalPath('/w\u00f6/src', { root: '/wo\u0308' })).toBe('src');
  });
});

describe('a canonical scope', () => {
  it('drops what is listed twice, however it is written', () => {
    const paths = ['src', './src/', '/code/shop/src', 'src\\'];
    expect(canonicalScope(paths, { root })).toEqual({ kind: 'inside', paths: ['src'] });
  });

  it('keeps a path inside of another one', () => {
    const paths = ['src/a.py', 'src', '.'];
    expect(canonicalScope(paths, { root })).toEqual({
      kind: 'inside',
      paths: ['.', 'src', 'src/a.py'],
    });
  });

  it('is sorted by code point, not by UTF-16 unit and not by alphabet', () => {
    const sorted = ['B', 'a', 'a/b', 'ab', '\u{e4}', '\u{ff21}', '\u{1f600}'];
    expect(canonicalScope(sorted.toReversed(), { root })).toEqual({
      kind: 'inside',
      paths: sorted,
    });
  });

  it('names every path outside of the root as it was given', () => {
    expect(canonicalScope(['src', '../a', '/etc/'], { root })).toEqual({
      kind: 'outside',
      paths: ['../a', '/etc/'],
    });
  });

  it('of no paths is empty', () => {
    expect(canonicalScope([], { root })).toEqual({ kind: 'inside', paths: [] });
  });
});

const parts = ['a', 'b', 'C:', '.', '..', '', 'o\u0308', '\u00f6', '\u{1f600}', '\u{ff21}', '-x'];
const anyPart = fc.constantFrom(...parts);
const anyPath = fc
  .tuple(
    fc.constantFrom('', './', '/', '/code/shop/'),
    fc.array(fc.tuple(anyPart, fc.constantFrom('/', '\\')), { maxLength: 6 }),
  )
  .map(([start, names]) => start + names.map((part) => part.join('')).join(''));
const anyPaths = fc.array(anyPath, { maxLength: 6 });
const anyRoot = fc.constantFrom('/code/shop', '/', '/o\u0308');

describe('any canonical scope', () => {
  it('is canonical already', () => {
    fc.assert(
      fc.property(anyPaths, anyRoot, (paths, base) => {
        const once = canonicalScope(paths, { root: base });
        fc.pre(once.kind === 'inside');
        expect(canonicalScope(once.paths, { root: base })).toEqual(once);
      }),
    );
  });

  it('does not depend on order or repetition', () => {
    const shuffled = anyPaths.chain((paths) =>
      fc.tuple(
        fc.constant(paths),
        fc.shuffledSubarray([...paths, ...paths], { minLength: paths.length * 2 }),
      ),
    );
    fc.assert(
      fc.property(shuffled, ([paths, others]) => {
        const [one, other] = [paths, others].map((list) => canonicalScope(list, { root }));
        fc.pre(one?.kind === 'inside');
        expect(other).toEqual(one);
      }),
    );
  });

  it('holds relative paths without idle parts only', () => {
    fc.assert(
      fc.property(anyPaths, (paths) => {
        const { kind, paths: found } = canonicalScope(paths, { root });
        fc.pre(kind === 'inside');
        const odd = found.filter(
          (path) => path !== '.' && /^\/|\/$|\/\/|\\|(^|\/)\.\.?(\/|$)/.test(path),
        );
        expect(odd).toEqual([]);
      }),
    );
  });

  it('is inside or outside as a whole', () => {
    fc.assert(
      fc.property(anyPaths, (paths) => {
        const leaving = paths.filter((path) => canonicalPath(path, { root }) === null);
        const scope = canonicalScope(paths, { root });
        expect(scope.kind === 'outside' ? scope.paths : []).toEqual(leaving);
      }),
    );
  });
});
