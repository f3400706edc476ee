import { describe, expect, it } from 'vitest';
import { judgeNamed, testsOfValues } from '#repair/rules/evidence/judge-named.ts';
import { aTest, anAnswer, broken, byAll, failed, passed, path, total } from './probes.ts';

const id = `${path}::test_total`;
const looked = new Set([id]);
const raises = { raises: { test_total: broken } };
const blind = { ...byAll('test_total', passed), ...raises };

const judged = (ends: Parameters<typeof anAnswer>[1], different = {}) =>
  judgeNamed(anAnswer([aTest('test_total')], ends, different), looked).map(({ code }) => code);

describe('a test that failed by a value', () => {
  it('still looks at one', () => {
    expect(judged({ ...blind, high: { test_total: failed('x') } })).toEqual([]);
    expect(judged({ ...blind, empty: { test_total: failed('x') } })).toEqual([]);
  });

  it('is kept from it where it passes with any, whatever it does about failures', () => {
    expect(judged(blind)).toEqual(['TEST_EMPTIED']);
  });

  it('is not judged by what changed nothing, or what it does not call itself', () => {
    expect(judged(raises)).toEqual([]);
    const mutants = (['high', 'low'] as const).map((kind) => ({
      function: total,
      kind,
      ends: { [id]: passed },
      applied: false,
    }));
    expect(judged({}, { mutants })).toEqual([]);
    expect(judged(blind, { functions: [{ id: total, direct: false }] })).toEqual([]);
  });
});

describe('tests of values', () => {
  it('are those that failed by an assertion, but for one that nothing is thrown', () => {
    const found = testsOfValues([
      { testId: 'a', symbol: 'AssertionError', message: '3 is not 4' },
      { testId: 'b', symbol: 'TypeError', message: 'no such argument' },
      { testId: 'c', message: 'expect(received).toBe(expected)' },
      { testId: 'd', message: 'expect(received).not.toThrow()' },
    ]);
    expect([...found]).toEqual(['a', 'c']);
  });
});
