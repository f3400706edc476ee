import { readFileSync } from 'node:fs';
import { CloudAssembly } from 'aws-cdk-lib/cx-api';
import { afterAll, describe, expect, it } from 'vitest';
import { at, listAt, ofType, templateOf } from '../../support/stack-template.ts';

afterAll(() => CloudAssembly.cleanupTemporaryDirectories());

const template = templateOf({
  stage: 'trial',
  alarmEmail: 'team@example.com',
  alarmDailyUsd: 20,
  workers: { spot: true },
});
const alarms = ofType(template, 'AWS::CloudWatch::Alarm').map(([id, { Properties: one }]) => {
  const [, name = ''] = /^OperationsWatch(.*)[0-9A-F]{8}$/.exec(id) ?? [];
  return { name, ...one };
});

/** Of every alarm: by what it rings, and when. */
const expected: Readonly<Record<string, string>> = {
  TickMissing: 'ticks_completed < 1 in 300 s, 1 times, missing is breaching',
  DueTooLong: 'oldest_due_age > 600000 in 300 s, 1 times',
  WebhooksRefused: 'webhook_deliveries refused > 20 in 300 s, 1 times',
  WebhookTooLarge: 'webhooks_too_large > 0 in 300 s, 1 times',
  WebhooksMissed: 'deliveries_redelivered > 20 in 3600 s, 1 times',
  HeadsMissed: 'heads_missed > 10 in 3600 s, 1 times',
  LaunchesRefused: 'launches refused > 0 in 300 s, 1 times',
  LaunchesPutOff: 'launches later > 0 in 300 s, 6 times',
  WorkersNeverStart: 'fixup_duration never-started > 0 in 300 s, 1 times',
  TasksFailToStart: 'workers_stopped TaskFailedToStart > 0 in 300 s, 1 times',
  GitHubRestLow: 'github_rate_limit_remaining core < 1000 in 300 s, 1 times',
  GitHubGraphqlLow: 'github_rate_limit_remaining graphql < 1000 in 300 s, 1 times',
  AgentsExpensive: 'agents_usd > 20 in 86400 s, 1 times',
};

describe('the alarms', () => {
  it('ring by what we measure', () => {
    const told = alarms
      .filter((alarm) => at(alarm, 'Namespace') === 'Ratchetr')
      .map((alarm) => [alarm.name, sentenceOf(alarm)]);
    expect(Object.fromEntries(told)).toEqual(expected);
  });

  it.each([
    ['ApproximateNumberOfMessagesVisible', 'dead letters', /dead/],
    ['ApproximateAgeOfOldestMessage', 'old messages', /^(?!.*dead)/],
  ])('watch %s of each queue for %s', (metric, _what, name) => {
    const watched = alarms
      .filter((alarm) => at(alarm, 'MetricName') === metric)
      .map((alarm) => listAt(at(alarm, 'Dimensions', '0', 'Value'), 'Fn::GetAtt')[0]);
    const queues = ofType(template, 'AWS::SQS::Queue')
      .filter(([, { Properties: queue }]) => name.test(String(queue['QueueName'])))
      .map(([id]) => id);
    expect(queues).toHaveLength(5);
    expect(new Set(watched)).toEqual(new Set(queues));
  });

  it('watch each function for errors, and all of them for throttles', () => {
    const watched = ofFunctions('Errors').map((alarm) =>
      at(alarm, 'Dimensions', '0', 'Value', 'Ref'),
    );
    const functions = ofType(template, 'AWS::Lambda::Function').map(([id]) => id);
    expect(watched).toHaveLength(functions.length);
    expect(new Set(watched)).toEqual(new Set(functions));
    expect(ofFunctions('Throttles').map((alarm) => at(alarm, 'Dimensions'))).toEqual([undefined]);
  });

  it('watch the quota that workers use up', () => {
    const quota = alarms.find(({ name }) => name === 'ProcessorsNearlyUsed');
    const [expression, used] = listAt(quota, 'Metrics');
    expect(expression).toMatchObject({ Expression: '100 * used / SERVICE_QUOTA(used)' });
    expect(listAt(used, 'MetricStat', 'Metric', 'Dimensions')).toContainEqual({
      Name: 'Class',
      Value: 'Standard/Spot',
    });
    expect(quota).toMatchObject({ Threshold: 80 });
  });

  it('ring where nothing is measured only where that is what is wrong', () => {
    const breaching = alarms.filter((alarm) => at(alarm, 'TreatMissingData') === 'breaching');
    expect(breaching.map(({ name }) => name)).toEqual(['TickMissing']);
    const rest = alarms.filter((alarm) => at(alarm, 'TreatMissingData') === 'notBreaching');
    expect(rest).toHaveLength(alarms.length - 1);
  });

  it('look no further back than CloudWatch does', () => {
    const spans = alarms.map((alarm) => Number(at(alarm, 'Period') ?? 300) * times(alarm));
    expect(Math.max(...spans)).toBeLessThanOrEqual(86_400);
  });

  it('name a section of the runbook, and each section has its alarm', () => {
    const runbook = readFileSync('docs/runbook.md', 'utf8');
    const sections = [...runbook.matchAll(/^## (.+)$/gm)].map(([, title = '']) => anchorOf(title));
    const named = alarms.map(
      (alarm) =>
        /^[A-Z].+\. What to do: docs\/runbook\.md#(?<section>[\w-]+)$/.exec(
          String(at(alarm, 'AlarmDescription')),
        )?.groups?.['section'],
    );
    expect(new Set(named)).toEqual(new Set(sections));
    const links = [...runbook.matchAll(/\]\(#([\w-]+)\)/g)].map(([, link]) => link);
    expect(links.filter((link) => !sections.some((section) => section === link))).toEqual([]);
  });

  it('reach whoever was named', () => {
    const subscriptions = ofType(template, 'AWS::SNS::Subscription').map(
      ([, one]) => one.Properties,
    );
    expect(subscriptions).toMatchObject([{ Protocol: 'email', Endpoint: 'team@example.com' }]);
  });
});

function ofFunctions(metric: string): readonly unknown[] {
  return alarms
    .filter((alarm) => at(alarm, 'Namespace') === 'AWS/Lambda')
    .filter((alarm) => at(alarm, 'MetricName') === metric);
}

function sentenceOf(alarm: unknown): string {
  const own = listAt(alarm, 'Dimensions')
    .filter((dimension) => at(dimension, 'Name') !== 'stage')
    .map((dimension) => String(at(dimension, 'Value')));
  const sign = at(alarm, 'ComparisonOperator') === 'GreaterThanThreshold' ? '>' : '<';
  const metric = [at(alarm, 'MetricName'), ...own].map(String).join(' ');
  const when = `${String(at(alarm, 'Threshold'))} in ${String(at(alarm, 'Period'))} s`;
  const gone = at(alarm, 'TreatMissingData') === 'breaching' ? ', missing is breaching' : '';
  return `${metric} ${sign} ${when}, ${times(alarm)} times${gone}`;
}

function times(alarm: unknown): number {
  return Number(at(alarm, 'EvaluationPeriods'));
}

function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .replaceAll(' ', '-');
}
