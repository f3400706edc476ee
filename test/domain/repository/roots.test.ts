import { describe, expect, it } from 'vitest';
import { findRoots, isBelow, pythonFilesOf } from '#domain/repository/roots.ts';
import { someFacts } from './some-facts.ts';

describe('roots', () => {
  it('are the repository and every folder with a manifest', () => {
    const files = [
      'README.md',
      'web/package.json',
      'api/pyproject.toml',
      'api/src/a.py',
      'old/setup.py',
    ];
    expect(findRoots(someFacts({ files }))).toEqual(['.', 'api', 'old', 'web']);
    expect(findRoots(someFacts({ files: ['package.json'] }))).toEqual(['.']);
  });

  it.each([
    ['a', '.', true],
    ['.', '.', false],
    ['.', 'a', false],
    ['a', 'a', false],
    ['a/b', 'a', true],
    ['ab', 'a', false],
  ])('%s lies below %s: %s', (path, folder, expected) => {
    expect(isBelow(path, folder)).toBe(expected);
  });
});

describe('Python files of a root', () => {
  const facts = someFacts({
    files: [
      'a.py',
      'README.md',
      'api/pyproject.toml',
      'api/a.py',
      'api/core/setup.py',
      'web/package.json',
      'web/a.py',
    ],
  });

  it.each([
    ['.', ['a.py', 'web/a.py']],
    ['api', ['api/a.py']],
    ['api/core', ['api/core/setup.py']],
    // No Python project of its own, so its files are those of the repository.
    ['web', []],
  ])('of %s', (root, expected) => {
    expect(pythonFilesOf(facts, root)).toEqual(expected);
  });
});
