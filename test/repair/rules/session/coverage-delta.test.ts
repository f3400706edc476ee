import { describe, expect, it } from 'vitest';
import { coverageDelta } from '#repair/rules/session/coverage-delta.ts';

type Counts = Readonly<Record<string, readonly [covered: number, total: number]>>;

const run = (counts: Counts | null) => ({
  coverage:
    counts &&
    Object.fromEntries(
      Object.entries(counts).map(([path, [covered, total]]) => [path, { covered, total }]),
    ),
});

const delta = (files: readonly string[], before: Counts | null, after: Counts | null) =>
  coverageDelta(files, { before: [run(before)], after: [run(after)] });

describe('the coverage of the files of a task', () => {
  it('rises and falls in percent points, of all of them together', () => {
    const before = { 'a.py': [1, 10], 'b.py': [3, 10], 'c.py': [0, 50] } as const;
    const after = { 'a.py': [2, 10], 'b.py': [5, 10], 'c.py': [50, 50] } as const;
    expect(delta(['a.py', 'b.py'], before, after)).toBe(15);
    expect(delta(['a.py'], after, before)).toBe(-10);
    expect(delta(['a.py'], { 'a.py': [1, 3] }, { 'a.py': [2, 3] })).toBe(33.33);
    expect(delta(['a.py'], before, before)).toBe(0);
  });

  it('is unknown where it was not measured, before or after, or has no lines', () => {
    const some = { 'a.py': [1, 10] } as const;
    expect(delta(['a.py'], null, some)).toBeUndefined();
    expect(delta(['a.py'], some, null)).toBeUndefined();
    expect(delta(['b.py'], some, some)).toBeUndefined();
    expect(delta(['a.py'], some, { 'a.py': [0, 0] })).toBeUndefined();
    expect(delta([], some, some)).toBeUndefined();
  });

  it('is taken of all runs', () => {
    const before = [run({ 'a.py': [0, 10] }), run(null), run({ 'b.py': [0, 10] })];
    const after = [run({ 'a.py': [5, 10] }), run({ 'b.py': [10, 10] })];
    expect(coverageDelta(['a.py', 'b.py'], { before, after })).toBe(75);
  });
});
