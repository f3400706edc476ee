import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DiffEntry } from '#repair/rules/verdict/diff.ts';
import { judgeDiff } from '#repair/rules/verdict/judge-diff.ts';
import { verdict } from '#model/attempt.ts';
import { add, edit, link, remove, rename, rulesOf, told } from './diffs.ts';
import { processorMs } from '../../../support/processor-time.ts';

const rules = rulesOf({
  limits: {
    protectedPaths: ['safe/**'],
    readOnlyPaths: ['read/'],
    maxFilesChanged: 3,
    maxLinesChanged: 20,
    forbidDeletePaths: ['test/**'],
  },
  existingPaths: ['a.ts', 'src/b.ts', 'test/c.test.ts', 'safe/d'],
  existingLinks: new Map([['up', 'src/..']]),
});

describe('the verdict on a change', () => {
  it('of nothing is that nothing changed', () => {
    expect(judgeDiff([], rules)).toMatchObject({
      kind: 'rejected',
      reasons: [{ code: 'NOTHING_CHANGED' }],
    });
  });

  it('accepts what no rule refuses', () => {
    const diff = [edit('a.ts', 'x\n', 'y\n'), add('src/new.ts', 'z\n')];
    expect(judgeDiff(diff, rules)).toEqual({ kind: 'accepted', warnings: [] });
  });

  it('warns without refusing', () => {
    const diff = [edit('a.test.ts', 'expect(1).toBe(1);\n', 'f();\n')];
    const judged = judgeDiff(diff, rules);
    expect(judged.kind).toBe('accepted');
    expect(told(judged.warnings)).toEqual(['ASSERTIONS_REMOVED a.test.ts']);
  });

  it('tells all that speaks against it, each once, in words that an attempt can record', () => {
    const mode = { ...edit('src/b.ts', 'x', 'x'), newMode: '100755' as const };
    const diff: readonly DiffEntry[] = [
      remove('test/c.test.ts'),
      rename('safe/d', 'read/d'),
      link('out', 'up/../../etc'),
      add('A.ts', `${'<'.repeat(7)} ours\n${'x\n'.repeat(30)}`),
      add('a.ts/x', '# noqa'),
      add('sub/.gitmodules', 'x'),
      add('x.py', '# noqa\npytest.skip\n@pytest.mark.skip\n'),
      add('sitecustomize.py', 'x'),
      add('x.pyc', '\0'),
      add('../y', 'ghp_aB3dE5gH7jK9mN1pQ3sT5v'),
      edit('ruff.toml', 'line-length = 80', 'line-length = 90\nignore = ["E1"]'),
      mode,
      mode,
    ];
    const limits = { ...rules.limits, allowedPaths: ['{src,test,safe,read,sub}/**', '*'] };
    const judged = judgeDiff(diff, { ...rules, limits });
    expect(judged.kind === 'rejected' ? told(judged.reasons) : []).toEqual([
      'CASE_COLLISION A.ts',
      'CHECK_DISABLED ruff.toml',
      'CONFIG_CHANGED ruff.toml',
      'CONFLICT_MARKER A.ts',
      'DISALLOWED_PATH ../y',
      'DISALLOWED_PATH a.ts/x',
      'FORBIDDEN_DELETION test/c.test.ts',
      'GENERATED_FILE x.pyc',
      'GITLINK sub/.gitmodules',
      'KIND_CHANGED a.ts',
      'MALFORMED_PATH ../y',
      'MODE_CHANGED src/b.ts',
      'PROTECTED_PATH safe/d',
      'READ_ONLY_PATH read/d',
      'RUNNER_CHANGED sitecustomize.py',
      'SECRET_ADDED ../y',
      'SUPPRESSION_ADDED x.py',
      'SYMLINK_ESCAPE out',
      'TEST_DELETED test/c.test.ts',
      'TEST_SKIPPED x.py',
      'THRESHOLD_LOOSENED ruff.toml',
      'TOO_MANY_FILES',
      'TOO_MANY_LINES',
      'UNREADABLE_FILE x.pyc',
    ]);
    expect(verdict.safeParse(judged).success).toBe(true);
  });

  it('does not depend on the order of what changed', () => {
    fc.assert(
      fc.property(
        fc
          .uniqueArray(anyEntry, { maxLength: 12, selector: ({ path }) => path })
          .chain((diff) =>
            fc.tuple(fc.constant(diff), fc.shuffledSubarray(diff, { minLength: diff.length })),
          ),
        ([diff, shuffled]) => {
          expect(judgeDiff(shuffled, rules)).toEqual(judgeDiff(diff, rules));
        },
      ),
    );
  });

  it('never accepts a change of a protected path, whatever stands around it', () => {
    fc.assert(
      fc.property(fc.array(anyEntry), protectedEntry, fc.nat(), (others, bad, at) => {
        const judged = judgeDiff(others.toSpliced(at % (others.length + 1), 0, bad), rules);
        const codes = judged.kind === 'rejected' ? judged.reasons.map(({ code }) => code) : [];
        expect(codes).toContain('PROTECTED_PATH');
      }),
    );
  });

  it('says one line each, whatever the paths hold', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1 }), (path) => {
        const judged = judgeDiff([add(path, 'x'), link(`${path}x`, path)], {
          ...rules,
          limits: { ...rules.limits, allowedPaths: [] },
        });
        const reasons = judged.kind === 'rejected' ? judged.reasons : [];
        expect(reasons).not.toEqual([]);
        for (const { sentence } of reasons) expect(sentence).toMatch(/^[^\p{Cc}\p{Cf}]+\.$/u);
      }),
    );
  });
});

const anyPath = fc
  .array(fc.constantFrom('a', 'A', 'src', 'test', 'read', 'b.py', 'x.test.ts', 'ruff.toml'), {
    minLength: 1,
    maxLength: 3,
  })
  .map((parts) => parts.join('/'));

const anyText = fc
  .array(fc.constantFrom('# noqa', 'it.skip("a");', 'expect(1);', 'line-length = 9', 'x', ''), {
    maxLength: 5,
  })
  .map((lines) => lines.join('\n'));

const anyEntry = fc.oneof(
  fc.tuple(anyPath, anyText, anyText).map(([path, before, after]) => edit(path, before, after)),
  fc.tuple(anyPath, anyText).map(([path, text]) => add(path, text)),
  fc.tuple(anyPath, anyText).map(([path, text]) => remove(path, text)),
  fc.tuple(anyPath, anyPath, anyText).map(([from, to, text]) => rename(from, to, text)),
  fc
    .tuple(anyPath, fc.constantFrom('..', '../..', 'src', 'up'))
    .map(([path, to]) => link(path, to)),
);

const protectedEntry = fc.constantFrom(
  edit('safe/x', 'a', 'b'),
  remove('SAFE/x'),
  rename('safe/x', 'a'),
  link('Safe/x', 'a'),
  add('sa\u200cfe/x', ''),
);

// Each text would take minutes if any rule looked at it again for each of its letters.
describe('a hostile text', () => {
  const size = 200_000;
  const enough = 10_000;

  it.each([
    ['pyproject.toml', ' \t'],
    ['pyproject.toml', '\n'],
    ['pyproject.toml', 'lines:1\n'],
    ['pyproject.toml', 'ignore = ['],
    ['pyproject.toml', 'ignore = [\n'],
    ['pyproject.toml', '"a.b-'],
    ['pyproject.toml', ' /* '],
    ['pyproject.toml', 'a.b '],
    ['pyproject.toml', 'no-'],
    ['test_a.py', 'def \t'],
    ['test_a.py', '#  '],
    ['test_a.py', '# # \n'],
    ['a.test.ts', 'it.it.'],
    ['a.test.ts', `${'it.x'.repeat(1000)}\n`],
    ['a.test.ts', 'expect.a'],
    ['a.ts', 'eyJ'],
    ['a.ts', 'ghp_'],
    ['a.ts', 'sk-'],
    ['a.ts', '-----BEGIN PRIVATE KEY-----'],
    ['a.ts', '<<<<<<<\n'],
  ])('in %s, made of %j, takes no longer for its length', (path, unit) => {
    const text = unit.repeat(Math.ceil(size / unit.length));
    const diff = [edit(path, '', text), edit(`sub/${path}`, text, '')];
    expect(processorMs(() => judgeDiff(diff, rules))).toBeLessThan(enough);
  });

  it('in the names of many files takes no longer either', () => {
    const diff = Array.from({ length: 3000 }, (_, index) => add(`${'a/'.repeat(40)}${index}`, 'x'));
    const links = Array.from({ length: 3000 }, (_, index) => link(`l${index}`, `l${index + 1}`));
    expect(processorMs(() => judgeDiff([...diff, ...links], rules))).toBeLessThan(enough);
  });
});
