import { assert, boolean, nat, property, stringMatching, uniqueArray } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sha } from '../../../support/samples.ts';
import {
  aChangeset,
  aMerge,
  factsOf,
  files,
  gone,
  judged,
  mergeFacts,
  write,
} from './changesets.ts';
import { rulesOf } from './diffs.ts';

const atHead = files({
  'src/total.py': '0',
  'src/run.sh': ['0', '100755'],
  'src/link': ['0', '120000'],
  'tests/a.py': '7',
  'ratchetr.yaml': '0',
});

const linkTo = (target: string) => {
  const given = aChangeset({ changes: [write('src/new', '1', { mode: '120000' })] });
  const contents = new Map([['src/new', { blob: sha('1'), sizeBytes: 2, text: target }]]);
  return judged(given, factsOf(given, { contents, files: { head: atHead, base: undefined } }));
};

describe('paths', () => {
  const limits = rulesOf({
    limits: {
      allowedPaths: ['src/**', 'tests/**', '.github/**', 'ratchetr.yaml', '.git/**'],
      protectedPaths: ['ratchetr.yaml', '.github/workflows/**'],
      readOnlyPaths: ['src/generated/**'],
      forbidDeletePaths: ['tests/**'],
    },
  }).limits;

  it.each([
    [write('src/new.py', '1'), []],
    [write('docs/x.md', '1'), ['DISALLOWED_PATH docs/x.md']],
    [write('ratchetr.yaml', '1'), ['PROTECTED_PATH ratchetr.yaml']],
    [gone('ratchetr.yaml'), ['PROTECTED_PATH ratchetr.yaml']],
    [write('src/generated/a.py', '1'), ['READ_ONLY_PATH src/generated/a.py']],
    [write('src/../x', '1'), ['MALFORMED_PATH src/../x']],
    [gone('tests/a.py'), ['FORBIDDEN_DELETION tests/a.py']],
    [write('src/Total.py', '1'), ['CASE_COLLISION src/Total.py']],
    [write('src/total.py', '1', { mode: '100755' }), ['MODE_CHANGED src/total.py']],
    [write('src/run.sh', '1', { mode: '100755' }), []],
    [write('src/total.py', '1', { mode: '120000' }), ['KIND_CHANGED src/total.py']],
    [write('src/total.py/x', '1'), ['KIND_CHANGED src/total.py']],
    [write('src/.gitmodules', '1'), ['GITLINK src/.gitmodules', 'EXECUTES_ELSEWHERE']],
    [write('src/größe.py', '1'), []],
  ])('%o', (change, expected) => {
    const given = aChangeset({ changes: [change] });
    const facts = factsOf(given, { limits, files: { head: atHead, base: undefined } });
    expect(judged(given, facts)).toEqual(expected);
  });

  it('finds the folder of git under any name', () => {
    const given = aChangeset({ changes: [write('src/.GIT/config', '1')] });
    expect(judged(given, factsOf(given, { limits }))).toContain('PROTECTED_PATH src/.GIT/config');
  });

  it('keeps links inside, also by way of links whose targets are not known', () => {
    expect(linkTo('total.py')).toEqual([]);
    expect(linkTo('../../etc/passwd')).toEqual(['SYMLINK_ESCAPE src/new']);
    expect(linkTo('link/x')).toEqual(['SYMLINK_ESCAPE src/new']);
  });

  it('sees a moved file as moved', () => {
    const given = aChangeset({ changes: [gone('tests/a.py'), write('tests/b.py', '7')] });
    const facts = { limits, files: { head: atHead, base: undefined } };
    expect(judged(given, factsOf(given, facts))).toEqual([]);
    const changed = aChangeset({ changes: [gone('tests/a.py'), write('tests/b.py', '8')] });
    expect(judged(changed, factsOf(changed, facts))).toEqual(['FORBIDDEN_DELETION tests/a.py']);
  });

  it('lets no credential into a new file', () => {
    const given = aChangeset({ changes: [write('src/new.py', '1')] });
    const text = `key = "ghp_${'a1B2c3D4e5F6g7H8i9J0'.repeat(2)}"\n`;
    const contents = new Map([['src/new.py', { blob: sha('1'), sizeBytes: 2, text }]]);
    expect(judged(given, factsOf(given, { contents }))).toEqual(['SECRET_ADDED src/new.py']);
  });

  it('judges what it can where the head has too many files to be told', () => {
    const given = aChangeset({ changes: [write('ratchetr.yaml', '1'), gone('src/old.py')] });
    const facts = factsOf(given, { limits, files: { head: undefined, base: undefined } });
    expect(judged(given, facts)).toEqual(['PROTECTED_PATH ratchetr.yaml']);
  });

  it('asks for the right to change workflow files, also where the base changed them', () => {
    const path = '.github/workflows/ci.yml';
    const merge = aMerge([write(path, '5')]);
    const tables = { head: files({}), base: files({ [path]: '5' }) };
    expect(judged(merge, mergeFacts(merge, tables))).toEqual([]);
    expect(judged(merge, mergeFacts(merge, tables, { canPushWorkflows: false }))).toEqual([
      'NO_RIGHT_TO_WORKFLOWS',
    ]);
  });
});

describe('a resolved conflict', () => {
  const limits = rulesOf({
    limits: { protectedPaths: ['**/*.lock'], forbidDeletePaths: ['tests/**'] },
  }).limits;
  const tables = {
    head: files({ 'a.lock': '1', 'src/a.py': '1', 'tests/old.py': '1', 'tests/new.py': '1' }),
    base: files({ 'a.lock': '2', 'src/a.py': '2', 'run.sh': ['2', '100755'] }),
    mergeBase: files({ 'a.lock': '0', 'src/a.py': '0', 'tests/old.py': '1' }),
  };

  it.each([
    ['takes over what the base has', [write('a.lock', '2')], []],
    ['takes over a new executable', [write('run.sh', '2', { mode: '100755' })], []],
    ['takes over what the base deleted', [gone('tests/old.py')], []],
    [
      'deletes what only the branch has',
      [gone('tests/new.py')],
      ['FORBIDDEN_DELETION tests/new.py'],
    ],
    ['writes its own text', [write('src/a.py', '3')], []],
    ['may bring no change but its parent', [], []],
    ['writes its own text to a protected path', [write('a.lock', '3')], ['PROTECTED_PATH a.lock']],
    [
      'takes over a content under a mode of its own',
      [write('a.lock', '2', { mode: '100755' })],
      ['PROTECTED_PATH a.lock', 'MODE_CHANGED a.lock'],
    ],
  ])('%s', (_, given, expected) => {
    const merge = aMerge(given);
    expect(judged(merge, mergeFacts(merge, tables, { limits }))).toEqual(expected);
  });

  it('stands on the commit that its run was told to merge', () => {
    const merge = aMerge([write('src/a.py', '3')]);
    expect(judged(merge, mergeFacts(merge, tables, { base: sha('d') }))).toEqual(['OTHER_PARENTS']);
    expect(judged(merge, mergeFacts(merge, tables, { base: undefined }))).toEqual([
      'OTHER_PARENTS',
    ]);
  });

  it('is exempt from nothing where the files of the base are not known', () => {
    const merge = aMerge([write('a.lock', '2')]);
    const facts = mergeFacts(merge, tables, {
      limits,
      files: { head: tables.head, base: undefined },
    });
    expect(judged(merge, facts)).toEqual(['PROTECTED_PATH a.lock']);
  });

  it('is no way for one that has one parent only', () => {
    const given = aChangeset({ changes: [write('a.lock', '2')] });
    expect(judged(given, factsOf(given, { limits, files: tables }))).toEqual([
      'PROTECTED_PATH a.lock',
    ]);
  });
});

describe('a protected path', () => {
  const path = stringMatching(/^[a-z]{1,3}(?:\/[a-z]{1,3})?\.lock$/);
  const others = uniqueArray(stringMatching(/^src\/[a-z]{1,4}\.py$/), { maxLength: 4 });
  const { limits } = rulesOf({ limits: { protectedPaths: ['**/*.lock'] } });

  it('is never published but with the content of the base, whatever comes along', () => {
    assert(
      property(path, others, boolean(), nat(9), (wanted, more, isMerge, digit) => {
        const changes = [...more, wanted].map((one) => write(one, `${digit}`));
        const tables = { head: files({ [wanted]: 'a' }), base: files({ [wanted]: '5' }) };
        const given = isMerge ? aMerge(changes) : aChangeset({ changes });
        const facts = isMerge
          ? mergeFacts(given, tables, { limits })
          : factsOf(given, { limits, files: tables });
        const isTaken = isMerge && digit === 5;
        const found = judged(given, facts).includes(`PROTECTED_PATH ${wanted}`);
        expect(found).toBe(!isTaken);
      }),
    );
  });
});
