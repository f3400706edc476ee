import { Duration } from 'aws-cdk-lib';
import { type IMetric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import type { Queues } from '../queues.ts';
import { allOwn, eachOwn, ownMetric, type MetricReading } from './own-metrics.ts';
import { measureQuota } from './watched-services.ts';

export interface ChartsProps {
  readonly stage: string;
  readonly queues: Queues;
  readonly table: Table;
  readonly spot: boolean;
}

interface Row {
  readonly title: string;
  readonly charts: readonly Chart[];
}

interface Chart {
  readonly name: string;
  readonly lines: readonly IMetric[];
}

/** What the ratchet does, in the order in which things happen to a pull request. */
export function dashboardRows(props: ChartsProps): readonly Row[] {
  const read: Read = (statistic, label, period = Duration.minutes(5)) => ({
    stage: props.stage,
    period,
    statistic,
    ...(label !== undefined && { label }),
  });
  return [
    flowRow(read),
    latencyRow(read, props.queues),
    attemptsRow(read),
    githubRow(read),
    costRow(read, props),
  ];
}

type Read = (statistic: string, label?: string, period?: Duration) => MetricReading;

function flowRow(read: Read): Row {
  const pushed = { outcome: 'pushed' } as const;
  return {
    title: 'Flow',
    charts: [
      {
        name: 'From webhooks to green',
        lines: [
          allOwn('webhook_deliveries', read(Stats.SUM, 'received')),
          ownMetric('workspaces_due', {}, read(Stats.SUM, 'due by the clock')),
          allOwn('decisions', read(Stats.SUM, 'decided')),
          ownMetric('launches', { outcome: 'launched' }, read(Stats.SUM, 'dispatched')),
          ownMetric('fixup_duration', pushed, read(Stats.SAMPLE_COUNT, 'pushed')),
          allOwn('turned_green', read(Stats.SUM, 'green')),
        ],
      },
      { name: 'Webhooks by outcome', lines: [eachOwn('webhook_deliveries', read(Stats.SUM))] },
      { name: 'Decisions by action', lines: [eachOwn('decisions', read(Stats.SUM))] },
      { name: 'Green by whose doing', lines: [eachOwn('turned_green', read(Stats.SUM))] },
    ],
  };
}

function latencyRow(read: Read, { live }: Queues): Row {
  const [median, slow] = [Stats.p(50), Stats.p(95)];
  return {
    title: 'Latency (milliseconds)',
    charts: [
      {
        name: 'From webhook to decision',
        lines: [
          ownMetric('decision_delay', {}, read(median, 'half within')),
          ownMetric('decision_delay', {}, read(slow, '95 % within')),
          ownMetric('oldest_due_age', {}, read(Stats.MAXIMUM, 'due for at most')),
        ],
      },
      { name: 'From launch to a running worker', lines: [eachOwn('worker_start', read(slow))] },
      {
        name: 'From our first push to green',
        lines: [
          ownMetric('time_to_green', {}, read(median, 'half within')),
          ownMetric('time_to_green', {}, read(slow, '95 % within')),
        ],
      },
      {
        name: 'Oldest message (seconds)',
        lines: Object.entries(live).map(([label, queue]) =>
          queue.metricApproximateAgeOfOldestMessage({ label, period: Duration.minutes(5) }),
        ),
      },
    ],
  };
}

function attemptsRow(read: Read): Row {
  return {
    title: 'Attempts',
    charts: [
      { name: 'Fixups by kind and outcome', lines: [eachOwn('fixups_completed', read(Stats.SUM))] },
      { name: 'Attempts of agents by outcome', lines: [eachOwn('attempts', read(Stats.SUM))] },
      { name: 'Workers by how they stopped', lines: [eachOwn('workers_stopped', read(Stats.SUM))] },
      {
        name: 'Errors',
        lines: [
          ownMetric('engine_errors', {}, read(Stats.SUM, 'engines without a result')),
          ownMetric('messages_failed', {}, read(Stats.SUM, 'messages that come again')),
        ],
      },
    ],
  };
}

function githubRow(read: Read): Row {
  return {
    title: 'GitHub',
    charts: [
      {
        name: 'Requests left, at least',
        lines: [eachOwn('github_rate_limit_remaining', read(Stats.MINIMUM))],
      },
      { name: 'Requests by outcome', lines: [eachOwn('github_requests', read(Stats.SUM))] },
      {
        name: 'Limits and points',
        lines: [
          eachOwn('github_limited', read(Stats.SUM)),
          ownMetric('github_points', {}, read(Stats.SUM, 'points of GraphQL')),
        ],
      },
      {
        name: 'Webhooks that did not arrive',
        lines: [
          ownMetric('deliveries_redelivered', {}, read(Stats.SUM, 'delivered again')),
          ownMetric('heads_missed', {}, read(Stats.SUM, 'pushes that none told of')),
        ],
      },
    ],
  };
}

function costRow(read: Read, { table, spot }: ChartsProps): Row {
  const hour = Duration.hours(1);
  return {
    title: 'Cost and capacity',
    charts: [
      {
        name: 'Agents (dollars an hour)',
        lines: [ownMetric('agents_usd', {}, read(Stats.SUM, 'agents', hour))],
      },
      {
        name: 'DynamoDB (units an hour)',
        lines: [
          table.metricConsumedReadCapacityUnits({ label: 'read', period: hour }),
          table.metricConsumedWriteCapacityUnits({ label: 'write', period: hour }),
        ],
      },
      {
        name: 'Workers',
        lines: [
          ownMetric('places_taken', {}, read(Stats.MAXIMUM, 'places taken')),
          eachOwn('launches', read(Stats.SUM)),
        ],
      },
      { name: 'Quota of Fargate', lines: [measureQuota(spot)] },
    ],
  };
}
