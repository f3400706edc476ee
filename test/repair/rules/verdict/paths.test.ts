import { describe, expect, it } from 'vitest';
import { judgePaths } from '#repair/rules/verdict/paths.ts';
import { limits as limitsSection } from '#config/sections/limits.ts';
import { add, edit, link, remove, rename, rulesOf, told } from './diffs.ts';

const limits = limitsSection.parse({});

describe('the paths of a change', () => {
  it.each([
    ['.github/workflows/ci.yml'],
    ['.GITHUB/Workflows/ci.yml'],
    ['.github/work\u200dflows/ci.yml'],
    ['GITHUB~1/workflows/ci.yml'],
    ['sub/.gitattributes'],
    ['a/.claude/settings.json'],
    ['package-lock.json'],
    ['ratchetr.yaml'],
    ['Ratchetr.YAML.'],
    ['.env.production'],
  ])('may not be %j, as it is protected by default', (path) => {
    expect(judgePaths([add(path, 'x')], rulesOf({ limits })).map(({ code }) => code)).toContain(
      'PROTECTED_PATH',
    );
  });

  it('may not be in the folder of git, whatever the settings leave out', () => {
    expect(told(judgePaths([add('a/.Git/hooks/x', 'x')], rulesOf()))).toEqual([
      'PROTECTED_PATH a/.Git/hooks/x',
    ]);
  });

  it.each([
    [rename('safe/a', 'x'), 'PROTECTED_PATH safe/a'],
    [rename('x', 'safe/a'), 'PROTECTED_PATH safe/a'],
    [remove('safe/a'), 'PROTECTED_PATH safe/a'],
    [{ ...edit('safe/a', '', ''), newMode: '100755' as const }, 'PROTECTED_PATH safe/a'],
    [edit('READ/a', 'x', 'y'), 'READ_ONLY_PATH READ/a'],
    [edit('given/a', 'x', 'y'), 'READ_ONLY_PATH given/a'],
  ])('are all told, renames by both names: %#', (entry, expected) => {
    const rules = rulesOf({
      limits: { protectedPaths: ['safe/**'], readOnlyPaths: ['read/'] },
      request: { readOnlyPaths: ['given/'] },
    });
    expect(told(judgePaths([entry], rules))).toEqual([expected]);
  });

  it('must be allowed by the limits and by the request, exactly', () => {
    const rules = rulesOf({
      limits: { allowedPaths: ['src/', 'test/'] },
      request: { allowedPaths: ['src/**'] },
    });
    const diff = ['src/a', 'test/a', 'Src/a', 'docs/a'].map((path) => edit(path, 'x', 'y'));
    expect(told(judgePaths(diff, rules))).toEqual([
      'DISALLOWED_PATH test/a',
      'DISALLOWED_PATH Src/a',
      'DISALLOWED_PATH docs/a',
    ]);
  });

  it.each(['../a', 'a/../b', '/etc/passwd', 'C:/x', '~/x', 'a//b', './a', 'a\\b', 'a\nb', 'a/'])(
    'must be plain, not %j',
    (path) => {
      const [first] = judgePaths([add(path, 'x')], rulesOf());
      expect(first).toMatchObject({ code: 'MALFORMED_PATH' });
      expect(first?.sentence).not.toMatch(/\n/);
    },
  );

  it('may not take the place of a folder with protected paths', () => {
    const rules = rulesOf({ limits: { protectedPaths: ['.github/workflows/**'] } });
    expect(told(judgePaths([link('.github', 'mine')], rules))).toEqual(['PROTECTED_PATH .github']);
  });

  it('are fine where nothing speaks against them', () => {
    const diff = [edit('src/a.ts', 'x', 'y'), add('.gitignore', 'x'), rename('docs/a', 'docs/b')];
    expect(judgePaths(diff, rulesOf({ limits }))).toEqual([]);
  });
});
