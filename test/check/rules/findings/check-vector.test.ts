import { describe, expect, it } from 'vitest';
import { type NamedTest, testOfFile } from '#check/rules/findings/test-names.ts';
import {
  compareCheck,
  type EngineMeasures,
  type TreeMeasures,
} from '#check/rules/findings/check-vector.ts';

const tree: TreeMeasures = {
  hasBase: true,
  renames: new Map(),
  deleted: new Set(),
};

function measured(given: Partial<EngineMeasures> = {}): EngineMeasures {
  return {
    engine: 'pytest',
    result: 'complete',
    newFindings: 0,
    tests: null,
    coverage: null,
    recorded: undefined,
    numbers: [],
    acceptedNumbers: new Set(),
    suppressionsAdded: 0,
    growth: 0,
    ...given,
  };
}

function told(engines: readonly EngineMeasures[], of: Partial<TreeMeasures> = {}) {
  const { components, acceptable } = compareCheck(engines, { ...tree, ...of });
  return {
    acceptable,
    ...Object.fromEntries(components.map(({ component, result }) => [component, result])),
  };
}

const test = (id: string, skipped = false) => ({ id, skipped });
const listed = (tests: readonly NamedTest[]) => tests.map((one) => ({ ...one, skipped: false }));

describe('the numbers of a check', () => {
  it('are those that are known on both sides', () => {
    expect(told([measured()])).toEqual({
      acceptable: true,
      'new findings of pytest': 'same',
      'suppressions added': 'same',
    });
    expect(told([measured()], { hasBase: false })).toEqual({
      acceptable: true,
      'new findings of pytest': 'same',
    });
  });

  it('get worse by new findings, and by a result that nobody can trust', () => {
    expect(told([measured({ newFindings: 1 })])).toMatchObject({
      acceptable: false,
      'new findings of pytest': 'worse',
    });
    expect(told([measured({ result: 'failed' })])).toMatchObject({ acceptable: false });
    expect(told([measured({ result: 'partial' })])).toMatchObject({ acceptable: true });
  });

  it('see tests that are lost or newly skipped, through renames; a new test may be skipped', () => {
    const recorded = { tests: [test('a.py::one'), test('a.py::two')], coverage: null };
    const renames = new Map([['a.py', 'b.py']]);
    const now = [test('b.py::one', true), test('b.py::three', true)];
    expect(told([measured({ tests: now, recorded })], { renames })).toMatchObject({
      acceptable: false,
      'lost tests': 'worse',
      'skipped tests': 'worse',
    });
    const all = [test('b.py::one'), test('b.py::two'), test('b.py::three', true)];
    expect(told([measured({ tests: all, recorded })], { renames })).toMatchObject({
      acceptable: true,
      'lost tests': 'same',
      'skipped tests': 'same',
    });
    expect(told([measured({ tests: [], recorded, result: 'partial' })])).not.toHaveProperty([
      'lost tests',
    ]);
  });

  it('see no renamed test where only the path of another file begins alike', () => {
    const renames = new Map([['test/foo.test.ts', 'test/bar.test.ts']]);
    const untouched = testOfFile('test/foo.test.tsx', ' > two');
    const before = [testOfFile('test/foo.test.ts', ' > one'), untouched];
    const now = [testOfFile('test/bar.test.ts', ' > one'), untouched];
    // An earlier version recorded the ids alone.
    for (const known of [before, before.map(({ id }) => ({ id }))]) {
      const recorded = { tests: listed(known), coverage: null };
      expect(told([measured({ tests: listed(now), recorded })], { renames })).toMatchObject({
        acceptable: true,
        'lost tests': 'same',
      });
    }
  });

  it('see coverage that falls, but not of files that are gone', () => {
    const recorded = {
      tests: null,
      coverage: { 'a.py': { covered: 9, total: 10 }, 'gone.py': { covered: 1, total: 1 } },
    };
    const coverage = { 'a.py': { covered: 8, total: 10 } };
    const deleted = new Set(['gone.py']);
    const result = told([measured({ engine: 'coverage', coverage, recorded })], { deleted });
    expect(result).toMatchObject({ acceptable: false, 'coverage of a.py': 'worse' });
    expect(result).not.toHaveProperty(['coverage of gone.py']);
  });

  it('judge silence and growth', () => {
    expect(told([measured({ suppressionsAdded: 2 })])).toMatchObject({
      acceptable: false,
      'suppressions added': 'worse',
    });
    expect(told([measured({ growth: 3 })])).toMatchObject({
      acceptable: false,
      'baseline of pytest': 'worse',
    });
  });
});
