import { fdatasyncSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { type MetricFact, metricFact } from '#domain/model/metric.ts';
import type { Clock } from '#ports/clock.ts';
import type { Dimensions, Metrics } from '#ports/metrics.ts';
import { appendLine } from './append-line.ts';

export interface FileMetricsOptions {
  readonly path: string;
  /** The dimension that every value carries. */
  readonly stage: string;
}

/** Appends every measured value as one line of JSON, for a deployment without CloudWatch. */
export function createFileMetrics(
  deps: { readonly clock: Pick<Clock, 'now'> },
  options: FileMetricsOptions,
): Metrics {
  mkdirSync(dirname(options.path), { recursive: true });
  const descriptor = openSync(options.path, 'a+');
  const as = (unit: MetricFact['unit']) => (name: string, value: number, own?: Dimensions) => {
    const ts = new Date(deps.clock.now()).toISOString();
    const dimensions = { stage: options.stage, ...own };
    appendLine(
      descriptor,
      `${JSON.stringify(metricFact.parse({ ts, name, unit, value, dimensions }))}\n`,
    );
  };
  return {
    count: as('Count'),
    duration: as('Milliseconds'),
    gauge: as('None'),
    flush: () => fdatasyncSync(descriptor),
  };
}
