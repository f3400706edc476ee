import { describe, expect, it } from 'vitest';
import {
  type ChangedInput,
  narrowScope,
  type FileMatching,
} from '#check/rules/scope/changed-scope.ts';

const judging = (changed: FileMatching['changed']): FileMatching => ({
  judges: /\.py$/,
  configNames: ['ruff.toml'],
  changed,
});
const input = (changes: Partial<ChangedInput> = {}): ChangedInput => ({
  root: '.',
  scope: ['.'],
  inner: [],
  changed: ['src/a.py', 'README.md', 'gone.py'],
  files: new Set(['src/a.py', 'README.md', 'api/b.py', 'api/c.py', 'ruff.toml']),
  ...changes,
});
const everything = { kind: 'everything' };
const nothing = { kind: 'nothing' };

describe.each(['paths', 'filter'] as const)('current of an engine that knows %s', (kind) => {
  it.each<[string, Partial<ChangedInput>, unknown]>([
    ['what it judges and is there', {}, { kind: 'paths', paths: ['src/a.py'] }],
    ['nothing, where only others differ', { changed: ['README.md'] }, nothing],
    ['nothing, where nothing differs', { changed: [] }, nothing],
    ['nothing, where files are only gone', { changed: ['gone.py'] }, nothing],
    ['nothing outside of its scope', { scope: ['test'] }, nothing],
    ['its part of its scope', { scope: ['src'] }, { kind: 'paths', paths: ['src/a.py'] }],
    [
      'the paths of its root',
      { root: 'api', changed: ['api/c.py', 'api/b.py', 'src/a.py'] },
      { kind: 'paths', paths: ['b.py', 'c.py'] },
    ],
    ['nothing of an inner root', { inner: ['api'], changed: ['api/b.py'] }, nothing],
    ['everything, where its configuration differs', { changed: ['ruff.toml'] }, everything],
    [
      'everything, where that above its root differs',
      { root: 'api', changed: ['ruff.toml'] },
      everything,
    ],
    ['everything, where that below its root is gone', { changed: ['api/x/ruff.toml'] }, everything],
    [
      'nothing, where that of another root differs',
      { root: 'api', changed: ['web/ruff.toml'] },
      nothing,
    ],
  ])('is %s', (_name, changes, expected) => {
    expect(narrowScope(judging(kind), input(changes))).toEqual(expected);
  });

  it('is everything where the paths are more than a command line holds', () => {
    const many = Array.from({ length: 9_000 }, (_, index) => `src/${'x'.repeat(30)}${index}.py`);
    const given = input({ changed: many, files: new Set(many) });
    expect(narrowScope(judging(kind), given)).toEqual(everything);
  });
});

describe('current of an engine that knows nothing of changed files', () => {
  it.each<[string, Partial<ChangedInput>, unknown]>([
    ['everything, where a file differs', {}, everything],
    [
      'everything, where a file that it does not judge differs',
      { changed: ['README.md'] },
      everything,
    ],
    ['everything, where a file is gone', { changed: ['gone.py'] }, everything],
    ['everything, where a file outside of its scope differs', { scope: ['test'] }, everything],
    [
      'everything, where a file of an inner root differs',
      { inner: ['api'], changed: ['api/b.py'] },
      everything,
    ],
    ['nothing, where nothing of its root differs', { root: 'api' }, nothing],
    ['nothing, where nothing differs', { changed: [] }, nothing],
  ])('is %s', (_name, changes, expected) => {
    expect(narrowScope(judging('everything'), input(changes))).toEqual(expected);
  });
});
