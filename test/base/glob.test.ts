import { describe, expect, it } from 'vitest';
import { inAnyForm, inExactForm, isFolderOf } from '#base/glob.ts';

describe('a pattern', () => {
  it.each([
    ['**', 'a/b/c', true],
    ['.', 'a/b', true],
    ['src/', 'src/a/b.ts', true],
    ['src/', 'src', true],
    ['src/', 'srcs/a', false],
    ['src/**', 'lib/src/a', false],
    ['CODEOWNERS', 'docs/CODEOWNERS', false],
    ['*.ts', 'a.ts', true],
    ['*.ts', 'a/b.ts', false],
    ['**/*.ts', 'a.ts', true],
    ['**/*.ts', 'x/y/a.ts', true],
    ['a?.ts', 'ab.ts', true],
    ['a?.ts', 'a/.ts', false],
    ['{src,test}/**', 'test/a', true],
    ['{src,test}/**', 'lib/a', false],
    ['a.{ts,{js,jsx}}', 'a.jsx', true],
    ['a{b', 'a{b', true],
    ['*a*b', 'xaxbxb', true],
    ['a.ts', 'axts', false],
    ['SRC/**', 'src/a', false],
    ['*', '', true],
  ])('%s against %s: %s', (glob, path, fits) => {
    expect(inExactForm([glob])(path)).toBe(fits);
  });

  it.each([
    ['.git/**', '.GIT/config'],
    ['.git/**', '.g\u200cit/config'],
    ['.git/**', '.git./config'],
    ['.git/**', '.git /config'],
    ['.git/**', '.git::$INDEX_ALLOCATION/config'],
    ['.git/**', '.git\\config'],
    ['.git/**', 'GIT~1/config'],
    ['.git/**', 'gi7eba~1/config'],
    ['.github/workflows/**', 'GITHUB~1/WORKFL~1/a.yml'],
    ['**/.env*', 'a/.ENV.local'],
    ['**/.env*', 'a/ENV~1.LOC'],
    ['**/CLAUDE.md', 'claude.MD'],
    ['caf\u00e9/**', 'cafe\u0301/x'],
    ['**/package-lock.json', 'PACKAG~1.JSO'],
  ])('%s also holds %j where file systems forgive', (glob, path) => {
    expect(inAnyForm([glob])(path)).toBe(true);
    expect(inExactForm([glob])(path)).toBe(false);
  });

  it.each([
    ['.git/**', '.gitignore'],
    ['.git/**', 'git/config'],
    ['.git/**', 'LEGIT~1/x'],
    ['**/.env*', 'environment.ts'],
  ])('%s does not hold %s in any form', (glob, path) => {
    expect(inAnyForm([glob])(path)).toBe(false);
  });

  it.each([
    ['.github/workflows/**', '.github', true],
    ['.github/workflows/**', '.GitHub/Workflows', true],
    ['**/.claude/**', 'src', false],
    ['docs/CODEOWNERS', 'docs', true],
    ['docs/CODEOWNERS', 'docs/CODEOWNERS', false],
  ])('%s lies in the folder %s: %s', (glob, path, lies) => {
    expect(isFolderOf([glob])(path)).toBe(lies);
  });

  it('takes no longer for many stars', () => {
    const fits = inAnyForm([`${'**/'.repeat(40)}${'*a'.repeat(40)}`]);
    expect(fits(`${'a/'.repeat(500)}${'a'.repeat(2000)}b`)).toBe(false);
  });

  it('refuses endless alternatives', () => {
    expect(() => inExactForm(['{a,b}'.repeat(12)])).toThrow(/too many alternatives/);
  });
});
