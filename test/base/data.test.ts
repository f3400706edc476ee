import { describe, expect, it } from 'vitest';
import { isObject, positiveOrNull } from '#base/data.ts';

describe('data from outside', () => {
  it.each([
    [1, 1],
    [7, 7],
    [0, null],
    [-1, null],
    [null, null],
    [undefined, null],
  ])('counts from 1: %j is %j', (value, expected) => {
    expect(positiveOrNull(value)).toBe(expected);
  });

  it.each([
    [{}, true],
    [[], true],
    [null, false],
    ['text', false],
    [undefined, false],
  ])('is an object: %j, %j', (value, expected) => {
    expect(isObject(value)).toBe(expected);
  });
});
