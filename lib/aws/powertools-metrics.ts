import { Metrics as PowertoolsMetrics } from '@aws-lambda-powertools/metrics';
import { type MetricFact, metricFact } from '#model/metric.ts';
import type { Dimensions, Metrics } from '#model/needs/metrics.ts';

export interface PowertoolsMetricsOptions {
  readonly namespace: string;
  /** The dimension that every value carries. */
  readonly stage: string;
}

/** Prints metrics in CloudWatch's embedded format; values without own dimensions share records. */
export function createPowertoolsMetrics(options: PowertoolsMetricsOptions): Metrics {
  const shared = new PowertoolsMetrics({ namespace: options.namespace });
  setDimensions(shared, { stage: options.stage });
  const as = (unit: MetricFact['unit']) => (name: string, value: number, own?: Dimensions) => {
    const dimensions = { stage: options.stage, ...own };
    const measured = measuredFact.parse({ name, unit, value, dimensions });
    const record = own === undefined ? shared : shared.singleMetric();
    if (own !== undefined) setDimensions(record, measured.dimensions);
    record.addMetric(measured.name, measured.unit, measured.value);
  };
  return {
    count: as('Count'),
    duration: as('Milliseconds'),
    gauge: as('None'),
    flush() {
      if (shared.hasStoredMetrics()) shared.publishStoredMetrics();
    },
  };
}

// Powertools stamps its records itself.
const measuredFact = metricFact.omit({ ts: true });

// Powertools adds the dimension `service` by itself, which would multiply every metric by the lambdas.
function setDimensions(record: PowertoolsMetrics, dimensions: MetricFact['dimensions']): void {
  const given = Object.entries(dimensions).flatMap(([name, value = '']) => [
    [name, value] as const,
  ]);
  record.clearDefaultDimensions();
  record.setDefaultDimensions(Object.fromEntries(given));
}
