import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatDuration, parseDuration } from '#config/duration.ts';

describe('durations as text', () => {
  it('are written with the largest unit that fits', () => {
    const written = [0, 1, 999, 1000, 90_000, 3_600_000, 86_400_000, 90_000_000].map(
      formatDuration,
    );
    expect(written).toEqual(['0ms', '1ms', '999ms', '1s', '90s', '1h', '1d', '25h']);
  });

  it('are read back as they were', () => {
    fc.assert(
      fc.property(fc.nat(), (ms) => {
        expect(parseDuration(formatDuration(ms))).toBe(ms);
      }),
    );
  });

  it.each(['', '5', 's', '5 s', '1.5s', '-1s', '5S', '5min', '5s ', ' 5s', '1h30m', '5\ns'])(
    '%j is none',
    (text) => expect(parseDuration(text)).toBeUndefined(),
  );
});
