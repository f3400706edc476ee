import { describe, expect, it } from 'vitest';
import type { MetricFact } from '#model/metric.ts';
import type { Dimensions, Metrics } from '#model/needs/metrics.ts';

export type SeenFact = Omit<MetricFact, 'ts'>;

export interface MetricsHarness {
  /** Made for the stage `test`. */
  readonly metrics: Metrics;
  /** The values that came out so far. */
  readonly facts: () => readonly SeenFact[];
}

/** What every keeper of metrics promises. */
export function metricsContract(name: string, makeHarness: () => Promise<MetricsHarness>): void {
  describe(`${name} keeps metrics`, () => {
    valuesContract(makeHarness);
    refusalContract(makeHarness);
  });
}

const stage = { stage: 'test' };

function valuesContract(makeHarness: () => Promise<MetricsHarness>): void {
  it('keeps counts, durations and gauges with their units', async () => {
    const harness = await makeHarness();
    harness.metrics.count('RunsStarted', 2);
    harness.metrics.duration('DecisionTime', 12.5);
    harness.metrics.gauge('DueBacklog', 0);
    harness.metrics.flush();
    expect(inOrder(harness.facts())).toEqual([
      { name: 'DecisionTime', unit: 'Milliseconds', value: 12.5, dimensions: stage },
      { name: 'DueBacklog', unit: 'None', value: 0, dimensions: stage },
      { name: 'RunsStarted', unit: 'Count', value: 2, dimensions: stage },
    ]);
  });

  it('keeps every value of a metric', async () => {
    const harness = await makeHarness();
    for (let value = 0; value < 250; value += 1) harness.metrics.duration('Time', value);
    harness.metrics.flush();
    const values = harness.facts().map(({ value }) => value);
    expect(values.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 250 }, (_, i) => i));
  });

  it('keeps any number of metrics', async () => {
    const harness = await makeHarness();
    for (let index = 0; index < 250; index += 1) harness.metrics.count(`Metric${index}`, 1);
    harness.metrics.flush();
    expect(new Set(harness.facts().map(({ name }) => name)).size).toBe(250);
  });

  it('keeps values of different dimensions apart', async () => {
    const harness = await makeHarness();
    harness.metrics.count('Runs', 1, { outcome: 'pushed' });
    harness.metrics.count('Runs', 2, { outcome: 'crashed', kind: 'fixup' });
    harness.metrics.count('Runs', 3);
    harness.metrics.count('Runs', 4, { stage: 'other', engine: 'ruff', action: 'fix' });
    harness.metrics.flush();
    const seen = harness.facts().map(({ value, dimensions }) => ({ value, dimensions }));
    expect(seen.toSorted((a, b) => a.value - b.value)).toEqual([
      { value: 1, dimensions: { ...stage, outcome: 'pushed' } },
      { value: 2, dimensions: { ...stage, outcome: 'crashed', kind: 'fixup' } },
      { value: 3, dimensions: stage },
      { value: 4, dimensions: { stage: 'other', engine: 'ruff', action: 'fix' } },
    ]);
  });

  it('has nothing to do when nothing was measured', async () => {
    const harness = await makeHarness();
    harness.metrics.flush();
    harness.metrics.count('Runs', 1);
    harness.metrics.flush();
    harness.metrics.flush();
    expect(harness.facts()).toHaveLength(1);
  });
}

function refusalContract(makeHarness: () => Promise<MetricsHarness>): void {
  it('refuses dimensions outside the list, whose every value would be billed', async () => {
    const harness = await makeHarness();
    const named = { outcome: 'pushed', repository: 'o/r' };
    const dimensions: Dimensions = named;
    expect(() => harness.metrics.count('Runs', 1, dimensions)).toThrow(/"repository"/);
    // @ts-expect-error the compiler knows the list as well
    expect(() => harness.metrics.count('Runs', 1, { pr: '7' })).toThrow(/"pr"/);
    expect(() => harness.metrics.count('Runs', 1, { outcome: '' })).toThrow(/outcome/);
    harness.metrics.flush();
    expect(harness.facts()).toEqual([]);
  });

  it('refuses what is no number and what is no name', async () => {
    const { metrics } = await makeHarness();
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(() => metrics.gauge('Backlog', value)).toThrow(/expected number/i);
    }
    expect(() => metrics.count('', 1)).toThrow(/name/);
  });
}

function inOrder(facts: readonly SeenFact[]): readonly SeenFact[] {
  return facts.toSorted((a, b) => a.name.localeCompare(b.name));
}
