import { describe, expect, it } from 'vitest';
import { leafPaths, mergeSettings, nestValue, valueAt, withoutPath } from '#config/tree.ts';

describe('trees of settings', () => {
  it('are merged by key, with lists and plain values replaced', () => {
    const lower = { a: { x: 1, y: [1, 2] }, b: 1 };
    expect(mergeSettings(lower, { a: { y: [3] }, c: 2 })).toEqual({
      a: { x: 1, y: [3] },
      b: 1,
      c: 2,
    });
    expect(mergeSettings(lower, { a: 1 })).toEqual({ a: 1, b: 1 });
    expect(lower).toEqual({ a: { x: 1, y: [1, 2] }, b: 1 });
  });

  it('treat names that every object inherits like any other', () => {
    expect(mergeSettings({}, { constructor: { a: 1 } })).toEqual({ constructor: { a: 1 } });
    expect(valueAt({}, ['constructor'])).toBeUndefined();
    expect(valueAt([], ['length'])).toBeUndefined();
    expect(withoutPath({ a: 1 }, ['toString'])).toEqual({ a: 1 });
  });

  it('lose a value, or the list that an item stands in', () => {
    const tree = { a: { b: 1, c: [{ d: 1 }, 2] } };
    expect(withoutPath(tree, ['a', 'b'])).toEqual({ a: { c: [{ d: 1 }, 2] } });
    expect(withoutPath(tree, ['a', 'c', 0, 'd'])).toEqual({ a: { b: 1 } });
    expect(withoutPath(tree, ['a', 'x', 'y'])).toEqual(tree);
  });

  it('are made of one value and listed by their leaves', () => {
    expect(nestValue(['a', 'b'], [1])).toEqual({ a: { b: [1] } });
    expect(leafPaths({ a: { b: [1], c: {} }, d: null })).toEqual([['a', 'b'], ['a', 'c'], ['d']]);
  });
});
