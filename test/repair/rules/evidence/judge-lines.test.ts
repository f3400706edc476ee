import { describe, expect, it } from 'vitest';
import { countExecuted, judgeLines } from '#repair/rules/evidence/judge-lines.ts';
import { aTest, anAnswer, path, twoProbes } from './probes.ts';

const old = anAnswer([aTest('test_total')]);
const nowOf = (...lines: readonly number[]) =>
  anAnswer([aTest('test_total', { lines: { [path]: [...lines] } })]);
const judged = (...given: Parameters<typeof twoProbes>) =>
  judgeLines(twoProbes(...given)).map(({ rejection }) => rejection.sentence);

describe('lines of a test', () => {
  it('that were executed still are', () => {
    expect(judged(old, nowOf(4, 5))).toEqual([]);
    expect(judged(undefined, nowOf(4))).toEqual([]);
  });

  it('that are not executed any more are told, with their text', () => {
    expect(judged(old, nowOf(4))).toEqual([
      expect.stringContaining(
        'Line 5 of test_shop.py (assert value == 3) is not executed any more',
      ),
    ]);
  });

  it('are followed to where they stand now', () => {
    const moved = [
      'import shop',
      '',
      '',
      'def test_total():',
      '    value = shop.total()',
      '    assert value == 3',
    ];
    const newLines = new Map([[path, moved]]);
    expect(judged(old, nowOf(5, 6), { newLines })).toEqual([]);
    expect(judged(old, nowOf(5), { newLines })).toHaveLength(1);
  });

  it('are not missed where they were taken out, or stand around the test', () => {
    const newLines = new Map([
      [path, ['import shop', '', 'def test_total():', '    value = shop.total()']],
    ]);
    expect(judged(old, nowOf(4), { newLines })).toEqual([]);
    const around = anAnswer([aTest('test_total', { lines: { [path]: [1, 4, 5] } })]);
    expect(judged(around, nowOf(4, 5))).toEqual([]);
  });

  it('may be executed by another test', () => {
    const shared = anAnswer([
      aTest('test_total', { lines: {} }),
      aTest('test_other', { lines: { [path]: [4, 5] } }),
    ]);
    expect(judged(old, shared)).toEqual([]);
  });

  it('are counted once', () => {
    expect(countExecuted(anAnswer([aTest('test_total'), aTest('test_other')]))).toBe(2);
    expect(countExecuted(anAnswer([aTest('test_total', { first: null })]))).toBe(0);
  });
});
