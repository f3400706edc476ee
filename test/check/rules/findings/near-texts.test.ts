import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createNearTexts } from '#check/rules/findings/similarity.ts';

const many = Array.from({ length: 5_000 }, (_, index) => `value ${index} of ${index * 7_919}`);

describe('createNearTexts', () => {
  it('gives all of a few', () => {
    const few = ['c', 'a', 'b'];
    expect(createNearTexts(few)('z', 1)).toEqual(['a', 'b', 'c']);
  });

  it.each([
    ['its end', 'value 1234 of x'],
    ['its beginning', `x 1234 of ${1_234 * 7_919}`],
  ])('gives few of many, among them the one edited at %s', (_, text) => {
    const near = createNearTexts(many)(text, 1);
    expect(near).toContain(`value 1234 of ${1_234 * 7_919}`);
    expect(near.length).toBeLessThan(50);
  });

  it('gives enough for a text that occurs often', () => {
    expect(createNearTexts(many)('value 25', 300).length).toBeGreaterThanOrEqual(300);
  });

  it('gives only texts that are there, each once and whatever is in them', () => {
    const texts = fc.uniqueArray(fc.string({ unit: 'binary' }), { minLength: 40, maxLength: 80 });
    fc.assert(
      fc.property(texts, fc.string(), (all, text) => {
        const near = createNearTexts(all)(text, 1);
        expect(new Set(near).size).toBe(near.length);
        expect(near.filter((one) => !all.includes(one))).toEqual([]);
      }),
    );
  });
});
