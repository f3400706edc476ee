import { closeSync, fdatasyncSync, mkdirSync, openSync, readSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';
import { type MetricFact, metricFact } from '#model/metric.ts';
import type { TimeSource } from '#base/needs/clock.ts';
import type { Dimensions, Metrics } from '#model/needs/metrics.ts';
import { appendLine } from './append-line.ts';

export interface FileMetricsOptions {
  readonly path: string;
  /** The dimension that every value carries. */
  readonly stage: string;
}

export interface FileMetrics extends Metrics {
  /** Begins a new file where this one begins before then; it stands beside it until that happens again. */
  turn(before: number): void;
}

/** Appends every measured value as one line of JSON, for a deployment without CloudWatch. */
export function createFileMetrics(
  deps: { readonly clock: TimeSource },
  { path, stage }: FileMetricsOptions,
): FileMetrics {
  mkdirSync(dirname(path), { recursive: true });
  let descriptor = openSync(path, 'a+');
  const as = (unit: MetricFact['unit']) => (name: string, value: number, own?: Dimensions) => {
    const ts = new Date(deps.clock.now()).toISOString();
    const dimensions = { stage, ...own };
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
    turn: (before) => {
      if (!(readBegin(descriptor) < before)) return;
      closeSync(descriptor);
      renameSync(path, earlierPath(path));
      descriptor = openSync(path, 'a+');
    },
  };
}

/** Where the lines before the present ones stand. */
export function earlierPath(path: string): string {
  return path.replace(/(\.\w+)?$/, '.before$1');
}

/** When the first line was written; NaN: there is none that says so. */
function readBegin(descriptor: number): number {
  const start = Buffer.alloc(64);
  const length = readSync(descriptor, start, 0, start.length, 0);
  const [, ts = ''] = /^\{"ts":"([^"]+)"/.exec(start.toString('utf8', 0, length)) ?? [];
  return Date.parse(ts);
}
