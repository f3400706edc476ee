import { describe, expect, expectTypeOf, it } from 'vitest';
import type * as z from 'zod';
import { metricDimensions, metricFact } from '#model/metric.ts';
import type { DimensionName } from '#model/needs/metrics.ts';

describe('a metric fact', () => {
  it('has the dimensions of the port and no other', () => {
    expectTypeOf<keyof z.infer<typeof metricDimensions>>().toEqualTypeOf<DimensionName>();
    const every: Required<Record<DimensionName, string>> = {
      stage: 'prod',
      outcome: 'pushed',
      kind: 'fixup',
      engine: 'ruff',
      action: 'fix',
    };
    expect(metricDimensions.parse(every)).toEqual(every);
    expect(metricDimensions.safeParse({ ...every, repository: 'o/r' }).success).toBe(false);
  });

  it('has a finite value', () => {
    const fact = { ts: '2026-01-01T00:00:00Z', name: 'Runs', unit: 'Count', dimensions: {} };
    expect(metricFact.safeParse({ ...fact, value: 0.5 }).success).toBe(true);
    expect(metricFact.safeParse({ ...fact, value: Number.NaN }).success).toBe(false);
  });
});
