import { describe, expect, it } from 'vitest';
import { spreadOver } from '#ratchet/rules/ingest/spread.ts';
import { t0 } from '../../../support/samples.ts';

describe('spreadOver', () => {
  it('looks at a few at once', () => {
    expect(spreadOver(0, t0)).toEqual([]);
    expect(spreadOver(3, t0)).toEqual([t0, t0, t0]);
  });

  it('looks at many evenly over the next minute', () => {
    expect(spreadOver(8, t0).map((at) => at - t0)).toEqual([0, 0, 0, 0, 0, 20_000, 40_000, 60_000]);
    const times = spreadOver(1_005, t0);
    expect(times.at(-1)).toBe(t0 + 60_000);
    expect(Math.max(...times.slice(6).map((at, index) => at - (times[index + 5] ?? 0)))).toBe(60);
  });
});
