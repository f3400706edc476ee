import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareNumber, type MeasuredNumber } from '#check/rules/findings/numbers.ts';

const size = (value: number, more: Partial<MeasuredNumber> = {}): MeasuredNumber => ({
  name: 'bytes',
  value,
  direction: 'lower',
  tolerance: { kind: 'absolute', most: 0 },
  ...more,
});
const higher = { direction: 'higher' } as const;
const tenth = { tolerance: { kind: 'percent', most: 10 } } as const;

describe('compareNumber', () => {
  it.each<[number, MeasuredNumber, string]>([
    [100, size(100), 'same'],
    [100, size(101), 'worse'],
    [100, size(99), 'better'],
    [100, size(99, higher), 'worse'],
    [100, size(101, higher), 'better'],
    [100, size(110, tenth), 'same'],
    [100, size(111, tenth), 'worse'],
    [-100, size(-90, tenth), 'same'],
    [-100, size(-89, tenth), 'worse'],
    [0, size(1, tenth), 'worse'],
    [100, size(103, { tolerance: { kind: 'absolute', most: 3 } }), 'same'],
    [100, size(96, { ...higher, tolerance: { kind: 'absolute', most: 3 } }), 'worse'],
  ])('says of %d and %j: %s', (before, number, result) => {
    expect(compareNumber(number, { bytes: before })).toMatchObject({
      before,
      result,
      isBeyond: result === 'worse',
    });
  });

  it.each([undefined, {}, { other: 1 }])('has nothing to hold against %j', (recorded) => {
    expect(compareNumber(size(5), recorded)).toMatchObject({
      before: undefined,
      result: 'same',
      isBeyond: false,
      sentence: 'bytes is 5; the base has no such number.',
    });
  });

  it('tells both numbers and what is tolerated', () => {
    expect(compareNumber(size(120, tenth), { bytes: 100 }).sentence).toBe(
      'bytes is 120, was 100 at the base; lower is better, 10 % worse is tolerated.',
    );
  });

  it('never forgives more than is tolerated, whichever way it gets better', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer(), fc.nat(), (before, value, most) => {
        const tolerance = { kind: 'absolute', most } as const;
        const up = compareNumber(size(value, { tolerance }), { bytes: before });
        const down = compareNumber(size(-value, { ...higher, tolerance }), { bytes: -before });
        expect(up.isBeyond).toBe(value - before > most);
        expect(down.isBeyond).toBe(up.isBeyond);
      }),
    );
  });
});
