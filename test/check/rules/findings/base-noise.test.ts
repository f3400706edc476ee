import { describe, expect, it } from 'vitest';
import type { BaselineSnapshot } from '#model/baseline.ts';
import { joinBaseRuns } from '#check/rules/findings/base-noise.ts';

const entry = (L: string, M = 'm') => ({
  path: 'a.py',
  rule: 'E',
  L,
  C: 'c',
  M,
  message: `${L} failed`,
});
const snapshotOf = (
  entries: BaselineSnapshot['entries'],
  rest: Partial<BaselineSnapshot> = {},
): BaselineSnapshot => ({
  schemaVersion: 1,
  engine: 'pytest',
  signature: 'abc',
  entries,
  tests: null,
  coverage: null,
  ...rest,
});

const [one, two, three] = [entry('one'), entry('two'), entry('three')];

describe('two runs on one tree', () => {
  it('that agree show no noise', () => {
    const first = snapshotOf([one, two]);
    expect(joinBaseRuns(first, snapshotOf([two, one]))).toEqual(first);
  });

  it('tolerate together what only one of them found, and tell it apart', () => {
    const joined = joinBaseRuns(snapshotOf([one, two]), snapshotOf([one, three]));
    expect(joined.entries).toEqual([one, two, three]);
    expect(joined.noisy).toEqual([two, three]);
  });

  it('agree where the same test fails in other words', () => {
    const first = snapshotOf([one]);
    expect(joinBaseRuns(first, snapshotOf([entry('one', 'other words')]))).toEqual(first);
  });

  it('count what is there twice', () => {
    expect(joinBaseRuns(snapshotOf([one]), snapshotOf([one, one])).noisy).toEqual([one]);
  });

  it('show nothing where one of them cannot be relied on, or judged under other rules', () => {
    const first = snapshotOf([one]);
    const trouble = { root: '.', kind: 'partial', reason: null, message: 'a part' } as const;
    expect(joinBaseRuns(first, snapshotOf([two], { troubles: [trouble] }))).toEqual(first);
    expect(joinBaseRuns(first, snapshotOf([two], { signature: 'other' }))).toEqual(first);
  });
});
