import { Duration } from 'aws-cdk-lib';
import { Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { ownMetric, type MetricReading } from './own-metrics.ts';
import { alarmAbove, alarmBelow, alarmMissing, type Watch } from './watch.ts';

export interface FlowProps {
  readonly stage: string;
  /** Agents that cost more than this in a day are worth a look. */
  readonly dailyUsd: number;
}

/** What our own figures say: that the clock stands, and that work comes in, is launched and is paid for otherwise than it should. */
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
    // Of what was never sent nobody knows a delivery that failed.
    {
      id: 'HeadsMissed',
      told: 'Over ten pushes within an hour were found by asking, and no webhook told of them',
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
    // Of a check nobody waits for, so that it never started is seen here alone.
    {
      id: 'TasksFailToStart',
      told: 'ECS could not start a task that it had taken on',
      section: 'workers-never-start',
      metric: ownMetric('workers_stopped', { kind: 'TaskFailedToStart' }, over(short)),
      condition: alarmAbove(0),
    },
  ];
}

/** Below this somebody has to choose what is left out. */
const fewRequests = 1_000;

function watchGitHub(over: Over): readonly Watch[] {
  const kinds = { core: 'GitHubRest', graphql: 'GitHubGraphql' } as const;
  return Object.entries(kinds).map(([kind, id]) => ({
    id: `${id}Low`,
    told: `Under ${fewRequests} requests of kind ${kind} are left to an installation`,
    section: 'the-github-budget-is-low',
    metric: ownMetric('github_rate_limit_remaining', { kind }, over(short, Stats.MINIMUM)),
    condition: alarmBelow(fewRequests),
  }));
}
