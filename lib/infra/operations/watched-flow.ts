import { Duration } from 'aws-cdk-lib';
import { Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { ownMetric, type MetricReading } from './own-metrics.ts';
import { alarmAbove, alarmBelow, alarmMissing, type Watch } from './watch.ts';

export interface FlowProps {
  readonly stage: string;
  /** Agents that cost more than this in a day raise an alarm. */
  readonly dailyUsd: number;
}

/** Alarms on our own metrics: a clock that stands still, and trouble with webhooks, launches and costs. */
export function watchFlow({ stage, dailyUsd }: FlowProps): readonly Watch[] {
  const over = (period: Duration, statistic: string = Stats.SUM): MetricReading => ({
    stage,
    period,
    statistic,
  });
  return [
    ...watchClock(over),
    ...watchWebhooks(over),
    ...watchWorkers(over),
    ...watchGitHub(over),
    {
      id: 'AgentsExpensive',
      told: `Agents cost more than ${dailyUsd} dollars in a day`,
      section: 'agents-are-expensive',
      metric: ownMetric('agents_usd', {}, over(Duration.days(1))),
      condition: alarmAbove(dailyUsd),
    },
  ];
}

type Over = (period: Duration, statistic?: string) => MetricReading;

const short = Duration.minutes(5);

function watchClock(over: Over): readonly Watch[] {
  return [
    {
      id: 'TickMissing',
      told: 'No tick was completed for five minutes',
      section: 'no-tick',
      metric: ownMetric('ticks_completed', {}, over(short)),
      condition: alarmMissing(1),
    },
    {
      id: 'DueTooLong',
      told: 'A pull request has been due for over ten minutes',
      section: 'due-for-too-long',
      metric: ownMetric('oldest_due_age', {}, over(short, Stats.MAXIMUM)),
      condition: alarmAbove(Duration.minutes(10).toMilliseconds()),
    },
  ];
}

function watchWebhooks(over: Over): readonly Watch[] {
  return [
    {
      id: 'WebhooksRefused',
      told: 'Over twenty webhooks were refused within five minutes',
      section: 'webhooks-are-refused',
      metric: ownMetric('webhook_deliveries', { outcome: 'refused' }, over(short)),
      condition: alarmAbove(20),
    },
    {
      id: 'WebhookTooLarge',
      told: 'A webhook was larger than the intake takes',
      section: 'a-webhook-is-too-large',
      metric: ownMetric('webhooks_too_large', {}, over(short)),
      condition: alarmAbove(0),
    },
    {
      id: 'WebhooksMissed',
      told: 'Over twenty webhooks had to be delivered again within an hour',
      section: 'webhooks-are-missed',
      metric: ownMetric('deliveries_redelivered', {}, over(Duration.hours(1))),
      condition: alarmAbove(20),
    },
    // GitHub lists no failed delivery of a webhook that it never sent.
    {
      id: 'HeadsMissed',
      told: 'Over ten pushes within an hour were found by asking GitHub, and no webhook had reported them',
      section: 'webhooks-are-missed',
      metric: ownMetric('heads_missed', {}, over(Duration.hours(1))),
      condition: alarmAbove(10),
    },
  ];
}

function watchWorkers(over: Over): readonly Watch[] {
  return [
    {
      id: 'LaunchesRefused',
      told: 'ECS refuses to launch workers',
      section: 'launches-are-refused',
      metric: ownMetric('launches', { outcome: 'refused' }, over(short)),
      condition: alarmAbove(0),
    },
    {
      id: 'LaunchesPutOff',
      told: 'Launches of workers have been put off for half an hour',
      section: 'launches-are-put-off',
      metric: ownMetric('launches', { outcome: 'later' }, over(short)),
      condition: alarmAbove(0, 6),
    },
    {
      id: 'WorkersNeverStart',
      told: 'A worker was launched and never started',
      section: 'workers-never-start',
      metric: ownMetric(
        'fixup_duration',
        { outcome: 'never-started' },
        over(short, Stats.SAMPLE_COUNT),
      ),
      condition: alarmAbove(0),
    },
    // No part of the system waits for a check, so only this alarm shows that one never started.
    {
      id: 'TasksFailToStart',
      told: 'ECS could not start a task that it had accepted',
      section: 'workers-never-start',
      metric: ownMetric('workers_stopped', { kind: 'TaskFailedToStart' }, over(short)),
      condition: alarmAbove(0),
    },
  ];
}

/** Below this an operator must decide what the installation does without. */
const fewRequests = 1_000;

function watchGitHub(over: Over): readonly Watch[] {
  const kinds = { core: 'GitHubRest', graphql: 'GitHubGraphql' } as const;
  return Object.entries(kinds).map(([kind, id]) => ({
    id: `${id}Low`,
    told: `An installation has fewer than ${fewRequests} requests of kind ${kind} left`,
    section: 'the-github-budget-is-low',
    metric: ownMetric('github_rate_limit_remaining', { kind }, over(short, Stats.MINIMUM)),
    condition: alarmBelow(fewRequests),
  }));
}
