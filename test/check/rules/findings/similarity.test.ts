import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { similarity } from '#check/rules/findings/similarity.ts';

describe('similarity', () => {
  // The numbers are those of Python's difflib.SequenceMatcher with autojunk off.
  it.each([
    ['abcd', 'bcde', 0.75],
    ['import os', 'import os, sys', 18 / 23],
    ['x = foo(a, 1)', 'y = foo(b, 1)', 11 / 13],
    ['private', 'privateThread', 0.7],
    ['qabxcd', 'abycdf', 2 / 3],
    ['', 'a', 0],
    ['', '', 1],
  ])('of %o and %o is %d', (a, b, expected) => {
    expect(similarity(a, b)).toBeCloseTo(expected, 10);
  });

  it('is 1 for the same and between 0 and 1 for all else', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (a, b) => {
        expect(similarity(a, a)).toBe(1);
        expect(similarity(a, b)).toBeGreaterThanOrEqual(0);
        expect(similarity(a, b)).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('judges a line without an end by its beginning', () => {
    expect(similarity(`a${'x'.repeat(500_000)}`, `a${'x'.repeat(400_000)}`)).toBe(1);
  });
});
