import { describe, expect, it } from 'vitest';
import { foldPath, isGitFolder } from '#base/fold-path.ts';

describe('two paths that fold alike', () => {
  it.each([
    ['A/b', 'a/B'],
    ['stra\u00dfe', 'STRASSE'],
    ['workflow\u017f', 'workflows'],
    ['\u212aey', 'key'],
    ['caf\u00e9', 'CAFE\u0301'],
    ['a\ufeffb', 'ab'],
    ['a. .', 'a'],
    ['a:stream', 'a'],
    ['a\\b', 'a/b'],
  ])('%j and %j', (one, other) => {
    expect(foldPath(one)).toBe(foldPath(other));
  });

  it.each([
    ['a', 'b'],
    ['a/..', 'a'],
    ['.', ''],
    ['cafe', 'caf\u00e9'],
    ['.a', 'a'],
    [':a', ':b'],
  ])('are not %j and %j', (one, other) => {
    expect(foldPath(one)).not.toBe(foldPath(other));
  });
});

describe('the folder of git', () => {
  it.each([
    ['.git', true],
    ['.GIT', true],
    ['.git ', true],
    ['git~1', true],
    ['GI7EBA~1', true],
    ['.g\u200dit', true],
    ['git', false],
    ['.github', false],
    ['digit~1', false],
    ['git~', false],
  ])('is %j: %s', (part, is) => {
    expect(isGitFolder(part)).toBe(is);
  });
});
