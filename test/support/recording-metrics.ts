import type { Dimensions, Metrics } from '#model/needs/metrics.ts';

export interface Measure {
  readonly name: string;
  readonly value: number;
  readonly dimensions?: Dimensions;
}

/** Metrics that a test can read. */
export function recordMetrics(): { readonly metrics: Metrics; readonly measured: Measure[] } {
  const measured: Measure[] = [];
  const record = (name: string, value: number, dimensions?: Dimensions): void => {
    measured.push({ name, value, ...(dimensions && { dimensions }) });
  };
  const metrics = { count: record, duration: record, gauge: record, flush: () => undefined };
  return { metrics, measured };
}
