import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readBaseline, writeBaseline } from '#check/rules/findings/baseline-file.ts';
import {
  growBaseline,
  shrinkBaseline,
  type JudgedRun,
} from '#check/rules/findings/baseline-rules.ts';
import type { Baseline } from '#check/rules/findings/baseline.ts';
import { matchFindings } from '#check/rules/findings/match.ts';
import { createOldLines } from '#check/rules/findings/old-lines.ts';
import { baseline } from './baselines.ts';
import { found, hash, identified, lint, sourceOf, tolerating, type Files } from './project.ts';

const was: Files = {
  'a.py': ['one', 'bad = 1', 'two'],
  'b.py': ['uno', 'bad = call(x)', 'due'],
  'c.py': ['eins', 'bad = 3', 'zwei'],
};
const before = baseline(tolerating(was, lint(was)));
const [inA, inB, inC] = before.entries;

interface Change extends Partial<Omit<JudgedRun, 'marks' | 'renames'>> {
  readonly is: Files;
  readonly renames?: Readonly<Record<string, string>>;
  readonly from?: Baseline;
}

/** Shrinks after a run that found what the linter finds in the files as they are now. */
function shrinkAfter({ is, from = before, ...more }: Change) {
  const renames = new Map(Object.entries(more.renames ?? {}));
  const { marks } = matchFindings({
    current: identified(is, lint(is)),
    baseline: from.entries,
    renames,
    inScope: more.inScope ?? (() => true),
    sourceOf: sourceOf(is),
    oldLine: createOldLines({ hash }, sourceOf(was)),
  });
  return shrinkBaseline(from, {
    signature: 's1',
    category: 'diagnostic',
    completeness: { kind: 'complete' },
    warnings: [],
    inScope: () => true,
    deleted: new Set(),
    ...more,
    marks,
    renames,
  });
}

const fixedA: Files = { ...was, 'a.py': ['one', 'two'] };
const without = (...paths: readonly string[]): Files =>
  Object.fromEntries(Object.entries(was).filter(([path]) => !paths.includes(path)));

describe('shrink', () => {
  it('changes nothing when nothing has changed', () => {
    expect(shrinkAfter({ is: was })).toEqual({ baseline: before, changes: [] });
  });

  it('takes out what a complete run does not find any more', () => {
    expect(shrinkAfter({ is: fixedA })).toEqual({
      baseline: baseline(before.entries.slice(1)),
      changes: [{ kind: 'fixed', entry: inA, reason: 'A complete run does not find it any more.' }],
    });
  });

  it.each<[string, Omit<Change, 'is'>, string]>([
    [
      'is partial',
      { completeness: { kind: 'partial', reason: 'b.py was not read.' } },
      'b.py was not read.',
    ],
    ['concludes nothing', { completeness: { kind: 'none', reason: 'It crashed.' } }, 'It crashed.'],
    ['failed', { category: 'tool_failure' }, 'the engine failed'],
    ['ended in an unknown way', { category: 'unknown' }, 'the engine failed'],
    ['is not sure', { warnings: ['Unknown key in the configuration.'] }, 'Unknown key'],
    ['had other rules', { signature: 's2' }, 'other rules'],
  ])('takes nothing out when the run %s, and says why', (_, doubt, why) => {
    expect(shrinkAfter({ is: fixedA, ...doubt })).toEqual({
      baseline: before,
      changes: [],
      held: expect.stringContaining(why),
    });
  });

  it('takes nothing out when the signature of the baseline is unknown', () => {
    const from: Baseline = { engine: 'ruff', entries: before.entries };
    expect(shrinkAfter({ is: fixedA, from }).baseline).toEqual(from);
  });

  it('keeps what is outside of what the run looked at', () => {
    const is = without('a.py', 'b.py');
    const { baseline: after } = shrinkAfter({ is, inScope: (path) => path !== 'a.py' });
    expect(after.entries).toEqual([inA, inC]);
  });

  it.each([
    ['complete', { kind: 'complete' as const }],
    ['partial', { kind: 'partial' as const, reason: 'b.py was not read.' }],
  ])('drops the entries of deleted files after a %s run', (_, completeness) => {
    const is = without('a.py');
    const result = shrinkAfter({
      is,
      completeness,
      deleted: new Set(['a.py']),
      inScope: () => false,
    });
    expect(result.baseline.entries).toEqual([inB, inC]);
    expect(result.changes).toEqual([
      { kind: 'deleted', entry: inA, reason: 'The file was deleted.' },
    ]);
  });

  it.each([
    ['found there', { ...without('a.py'), 'z.py': was['a.py'] ?? [] }, 'complete' as const],
    ['not looked at', without('a.py'), 'partial' as const],
  ])('moves the entries of a renamed file that are %s', (_, is, kind) => {
    const result = shrinkAfter({
      is,
      renames: { 'a.py': 'z.py' },
      completeness: { kind, reason: 'Part of it.' },
    });
    const after = { ...inA, path: 'z.py' };
    expect(result.baseline.entries).toEqual([after, inB, inC]);
    expect(result.changes).toEqual([
      { kind: 'renamed', entry: inA, after, reason: 'The file was renamed to z.py.' },
    ]);
  });

  it('asks whether the new path of a renamed file was looked at', () => {
    const is = { ...without('a.py'), 'z.py': ['one', 'two'] };
    const result = shrinkAfter({
      is,
      renames: { 'a.py': 'z.py' },
      inScope: (path) => path === 'z.py',
    });
    expect(result.changes).toMatchObject([{ kind: 'fixed', entry: inA }]);
  });

  it('learns the new text of an edited line, so that the next run knows it', () => {
    const is = { ...was, 'b.py': ['uno', 'bad = call(y)', 'due'] };
    const result = shrinkAfter({ is });
    const [, after] = tolerating(is, lint(is));
    expect(result.changes).toEqual([
      { kind: 'edited', entry: inB, after, reason: 'Its line was edited.' },
    ]);
    expect(shrinkAfter({ is, from: result.baseline })).toEqual({
      baseline: result.baseline,
      changes: [],
    });
  });

  it('follows lines into another file, but not from a run that may have missed the original', () => {
    const is = { ...without('a.py'), 'new.py': ['x', 'one', 'bad = 1', 'two'] };
    expect(shrinkAfter({ is }).changes).toMatchObject([
      { kind: 'moved', entry: inA, after: { path: 'new.py' }, reason: 'It is in new.py now.' },
    ]);
    const completeness = { kind: 'partial', reason: 'a.py was not read.' } as const;
    expect(shrinkAfter({ is, completeness }).baseline).toEqual(before);
    const deleted = new Set(['a.py']);
    expect(shrinkAfter({ is, completeness, deleted }).changes).toMatchObject([{ kind: 'moved' }]);
  });

  it('leaves the lines of moved code alone, whatever its new neighbours', () => {
    const is = { ...was, 'a.py': ['new', 'new', 'bad = 1', 'other'] };
    expect(shrinkAfter({ is }).baseline).toEqual(before);
  });

  it('takes out one of two equal entries when one of two equal findings is fixed', () => {
    const twice: Files = { 'a.py': ['bad', 'bad'] };
    const written = writeBaseline(baseline(tolerating(twice, lint(twice))));
    const reading = readBaseline(written);
    if (reading.kind === 'refused') throw new Error(written);
    const { baseline: after } = shrinkAfter({ is: { 'a.py': ['bad'] }, from: reading.baseline });
    expect(after.entries).toHaveLength(1);
  });

  it('never has more afterwards than before, and only names that somebody had accepted', () => {
    const lines = fc.array(fc.constantFrom('bad', 'bad = 1', 'bad = 12', 'good'), { maxLength: 8 });
    const files = fc.record({ 'a.py': lines, 'b.py': lines });
    const kinds = fc.constantFrom('complete', 'partial', 'none');
    fc.assert(
      fc.property(files, files, kinds, fc.func(fc.boolean()), (old, is, kind, inScope) => {
        const from = baseline(tolerating(old, lint(old)));
        const completeness =
          kind === 'complete' ? { kind } : { kind: 'partial' as const, reason: 'Some.' };
        const { baseline: after, changes } = shrinkAfter({ is, from, completeness, inScope });
        const out = changes.filter((change) => change.after === undefined);
        expect(after.entries).toHaveLength(from.entries.length - out.length);
        const replaced = new Set(changes.map((change) => change.after));
        for (const entry of after.entries) {
          expect(from.entries.includes(entry) || replaced.has(entry)).toBe(true);
        }
        expect(kind === 'complete' || out.length === 0).toBe(true);
      }),
    );
  });
});

describe('grow', () => {
  const added = identified(was, [found('a.py', 3), found('a.py', 3)]);

  it('adds each accepted finding and says why', () => {
    const { baseline: after, changes, held } = growBaseline(before, added, 'Legacy code.');
    expect(after.entries).toHaveLength(before.entries.length + 2);
    expect(after.entries.slice(0, 3)).toEqual(before.entries);
    expect(changes).toMatchObject([
      { kind: 'accepted', entry: { path: 'a.py', rule: 'F401' }, reason: 'Legacy code.' },
      { kind: 'accepted', reason: 'Legacy code.' },
    ]);
    expect(held).toBeUndefined();
    const { marks } = matchFindings({ current: added, baseline: after.entries });
    expect(marks.map(({ verdict }) => verdict)).toEqual(['tolerated', 'tolerated']);
  });

  it.each(['', ' \n'])('accepts nothing for the reason %o', (reason) => {
    expect(growBaseline(before, added, reason)).toEqual({
      baseline: before,
      changes: [],
      held: 'Nothing was accepted: say why with a reason.',
    });
  });
});
