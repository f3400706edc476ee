import type { Duration } from 'aws-cdk-lib';
import { MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';

/** All that Ratchetr measures itself, with the dimensions that each value has beside the stage; a test holds it against the code. */
export const ownMetrics = {
  agents_usd: [],
  attempts: ['outcome'],
  decision_delay: [],
  decisions: ['action'],
  deliveries_redelivered: [],
  engine_errors: [],
  fixup_duration: ['outcome'],
  fixups_completed: ['kind', 'outcome'],
  github_limited: ['kind'],
  github_points: [],
  github_rate_limit_remaining: ['kind'],
  github_requests: ['kind', 'outcome'],
  heads_missed: [],
  launches: ['outcome'],
  messages_failed: [],
  oldest_due_age: [],
  places_taken: [],
  ticks_completed: [],
  time_to_green: [],
  turned_green: ['outcome'],
  webhook_deliveries: ['outcome'],
  webhooks_too_large: [],
  worker_start: ['kind'],
  workers_stopped: ['kind'],
  workspaces_due: [],
} as const satisfies Record<string, readonly string[]>;

export type OwnMetric = keyof typeof ownMetrics;

export interface MetricReading {
  readonly stage: string;
  readonly statistic: string;
  readonly period: Duration;
  readonly label?: string;
}

/** One metric of ours; it exists with all of its dimensions only. */
export function ownMetric<const Name extends OwnMetric>(
  name: Name,
  dimensions: Readonly<Record<(typeof ownMetrics)[Name][number], string>>,
  { stage, ...reading }: MetricReading,
): Metric {
  return new Metric({
    namespace: ownNamespace,
    metricName: name,
    dimensionsMap: { stage, ...dimensions },
    ...reading,
  });
}

/** A metric of ours whatever its dimensions are, one line for each. No alarm can be made of it. */
export function eachOwn(name: OwnMetric, { stage, statistic, period, label }: MetricReading) {
  return new MathExpression({
    expression: search(name, { stage, statistic, period }),
    label: label ?? '',
    period,
  });
}

/** The same as one line. */
export function allOwn(name: OwnMetric, { stage, statistic, period, label }: MetricReading) {
  return new MathExpression({
    expression: `SUM(${search(name, { stage, statistic, period })})`,
    label: label ?? name,
    period,
  });
}

export const ownNamespace = 'Ratchetr';

function search(name: OwnMetric, { stage, statistic, period }: MetricReading): string {
  const dimensions = ['stage', ...ownMetrics[name]].join(',');
  const which = `{${ownNamespace},${dimensions}} MetricName="${name}" stage="${stage}"`;
  return `SEARCH('${which}', '${statistic}', ${period.toSeconds()})`;
}
