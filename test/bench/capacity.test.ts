import { describe, expect, it } from 'vitest';
import { type IndexShape, readUnits, sizeOf, writeUnits } from '../../bench/capacity.ts';

const due: IndexShape = { keys: ['duePk', 'dueAt'], projected: [] };
const claimable: IndexShape = { keys: ['claimPk'], projected: ['attemptNo'] };
const key = { pk: 'p', sk: 's' };
const big = (kilobytes: number) => ({ ...key, text: 'x'.repeat(kilobytes * 1024 - 10) });

describe('the size of an item', () => {
  it.each([
    ['nothing', undefined, 0],
    ['names and texts in bytes', { a: 'é', bb: '' }, 1 + 2 + 2],
    ['numbers: a byte for two digits and one more', { n: 1234567 }, 1 + 5],
    ['small and negative numbers', { n: 0, m: -12 }, 1 + 1 + (1 + 3)],
    ['trailing zeros are no digits', { n: 1_800_000 }, 1 + 2],
    ['a moment counts all of its digits, whenever it was', { n: 1_800_000_000_000 }, 1 + 8],
    ['truth and null', { t: true, n: null }, 2 + 2],
    [
      'lists and maps with 3 bytes and 1 for each element',
      { l: ['a', 'b'], m: { k: 'v' } },
      1 + 3 + 4 + (1 + 3 + 3),
    ],
    ['sets', { s: new Set(['ab', 'c']) }, 1 + 3],
    ['absent attributes', { a: undefined }, 0],
  ])('%s', (_name, item, size) => {
    expect(sizeOf(item)).toBe(size);
  });
});

describe('write units', () => {
  it.each([
    ['a small new item', undefined, key, 1],
    ['2.5 KB', undefined, big(2.5), 3],
    ['the larger of before and after counts', big(5), key, 5],
    ['a deletion counts what was there', big(2), undefined, 2],
    ['exactly 1 KB', undefined, { ...key, text: 'x'.repeat(1024 - 10) }, 1],
  ])('%s', (_name, before, after, table) => {
    expect(writeUnits({ before, after }, [due])).toEqual({ table, indexes: 0 });
  });

  it.each([
    ['no entry before and after', {}, {}, 0],
    ['the entry appears', {}, { duePk: 'D', dueAt: 1 }, 1],
    ['the entry goes', { duePk: 'D', dueAt: 1 }, {}, 1],
    ['its key changes: out and in', { duePk: 'D', dueAt: 1 }, { duePk: 'D', dueAt: 2 }, 2],
    ['nothing that it holds changes', { duePk: 'D', dueAt: 1 }, { duePk: 'D', dueAt: 1, x: 1 }, 0],
    ['half a key is no entry', {}, { duePk: 'D' }, 0],
  ])('index: %s', (_name, before, after, indexes) => {
    const change = { before: { ...key, ...before }, after: { ...key, ...after } };
    expect(writeUnits(change, [due])).toEqual({ table: 1, indexes });
  });

  it('a projected attribute that changes rewrites the entry', () => {
    const before = { ...key, claimPk: 'C', attemptNo: 1 };
    const after = { ...before, attemptNo: 2 };
    expect(writeUnits({ before, after }, [claimable, due])).toEqual({ table: 1, indexes: 1 });
  });
});

describe('read units', () => {
  it.each([
    ['nothing found, consistent', [], true, 1],
    ['nothing found', [], false, 0.5],
    ['one small item', [key], true, 1],
    ['a page is summed before it is rounded', [big(1), big(1), big(3)], true, 2],
    ['half for eventual consistency', [big(9)], false, 1.5],
  ])('%s', (_name, items, consistent, expected) => {
    expect(readUnits(items, consistent)).toBe(expected);
  });
});
