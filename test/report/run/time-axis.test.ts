import { describe, expect, it } from 'vitest';
import * as fc from 'fast-check';
import { moment, span } from '#base/moment.ts';
import { timeAxis } from '#report/run/timeline.ts';

const labels = (ms: number) =>
  timeAxis({ from: 1_000, to: 1_000 + ms }, { left: 0, width: 100 }).marks.map(
    ({ label }) => label,
  );

describe('the time axis', () => {
  it('has round marks, never more than one can read', () => {
    expect(labels(4_500)).toEqual(['0:00', '0:01', '0:02', '0:03', '0:04']);
    expect(labels(130_000).slice(-2)).toEqual(['1:45', '2:00']);
    expect(labels(2 * 3_600_000).slice(-3)).toEqual(['1 h 40', '1 h 50', '2 h 00']);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 ** 10 }), (ms) => {
        expect(labels(ms).length).toBeLessThanOrEqual(13);
      }),
    );
  });

  it('keeps every time inside of the drawing', () => {
    const { place } = timeAxis({ from: 100, to: 200 }, { left: 10, width: 50 });
    expect([0, 100, 150, 200, 999].map(place)).toEqual([10, 10, 35, 60, 60]);
  });
});

describe('times in words', () => {
  it('are those of the calendar', () => {
    const day = 86_400_000;
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 200_000 * day }), (ms) => {
        expect(moment(ms)).toBe(new Date(ms).toISOString().slice(0, 19).replace('T', ' '));
      }),
    );
  });

  it('are those of the calendar at the turn of every year and of every February', () => {
    const years = Array.from({ length: 500 }, (_, at) => 1970 + at);
    const days = years.flatMap((year) =>
      [
        [0, 1],
        [1, 28],
        [1, 29],
        [2, 1],
        [11, 31],
      ].map(([month = 0, day]) => Date.UTC(year, month, day)),
    );
    expect(days.map(moment)).toEqual(
      days.map((ms) => new Date(ms).toISOString().slice(0, 19).replace('T', ' ')),
    );
  });

  it.each([
    [-5, '0.0 s'],
    [420, '0.4 s'],
    [12_300, '12 s'],
    [59_600, '1 min 00 s'],
    [185_000, '3 min 05 s'],
    [7_620_000, '2 h 07 min'],
  ])('of %d milliseconds are %s', (ms, words) => {
    expect(span(ms)).toBe(words);
  });
});
