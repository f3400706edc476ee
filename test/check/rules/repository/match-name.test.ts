import { describe, expect, it } from 'vitest';
import { matchesName } from '#check/rules/repository/match-name.ts';

describe('a name of files', () => {
  it.each([
    ['Makefile', 'Makefile'],
    ['Makefile', 'sub/Makefile'],
    ['*.sh', 'scripts/a.sh'],
    ['scripts/*.sh', 'scripts/a.sh'],
    ['scripts/**', 'scripts/x/y/a.sh'],
    ['**/a.sh', 'a.sh'],
    ['**/x/**/a.sh', 'b/x/y/z/a.sh'],
    ['**/x/**/a.sh', 'x/a.sh'],
    ['*a*b*', 'xaxxbx'],
    ['a*a', 'aa'],
    ['[a].c', '[a].c'],
  ])('%s is that of %s', (name, path) => {
    expect(matchesName(path, { name, root: '.' })).toBe(true);
  });

  it.each([
    ['Makefile', 'Makefile.old'],
    ['*.sh', 'a.sh/b'],
    ['scripts/*.sh', 'scripts/x/a.sh'],
    ['scripts/*.sh', 'more/scripts/a.sh'],
    ['a*a', 'a'],
    ['*a*b*', 'xbxa'],
    ['*ab*b', 'ab'],
    ['*.s?', 'a.sh'],
    ['x/**/a.sh', 'x/y/b.sh'],
  ])('%s is not that of %s', (name, path) => {
    expect(matchesName(path, { name, root: '.' })).toBe(false);
  });

  it.each([
    ['app', 'app/x/a.sh', true],
    ['app', 'x/a.sh', false],
    ['app', 'apple/x/a.sh', false],
  ])('below %s it is that of %s: %s', (root, path, is) => {
    expect(matchesName(path, { name: 'x/*.sh', root })).toBe(is);
  });

  it('takes no longer for many stars', () => {
    const name = `${'**/'.repeat(40)}${'*a'.repeat(40)}`;
    const path = `${'a/'.repeat(200)}${'a'.repeat(200)}b`;
    expect(matchesName(path, { name, root: '.' })).toBe(false);
  });
});
