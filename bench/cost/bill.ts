import { activity, busyMs, daysOfMonth, logBytes, reconcileMsEach } from './activity.ts';
import { metricsOf } from './metrics.ts';
import type { Month } from './month.ts';
import { type Price, type Priced, prices } from './prices.ts';
import type { Resources } from './resources.ts';
import type { Measured, Units } from './units.ts';

export interface Line {
  readonly name: Priced;
  readonly quantity: number;
  readonly usd: number;
  /** What of it is not paid where nothing else of the account uses up what is free. */
  readonly free: number;
}

/** What a month costs, line by line. */
export function billOf(month: Month, resources: Resources, measured: Measured): readonly Line[] {
  const used: Readonly<Record<Priced, number>> = {
    ...dynamo(month, measured),
    ...functions(month, resources),
    ...messages(month, resources),
    ...watching(month, resources),
    ...standing(month, resources),
    ...work(month, resources),
  };
  return priced.map((name) => lineOf(name, used[name]));
}

const priced: readonly Priced[] = [
  'DynamoDB write units',
  'DynamoDB read units',
  'DynamoDB storage',
  'DynamoDB recovery to any minute',
  'Lambda requests',
  'Lambda time on arm64',
  'SQS requests',
  'SQS requests of FIFO queues',
  'HTTP API requests',
  'Scheduler invocations',
  'Secrets Manager secrets',
  'Secrets Manager requests',
  'KMS keys',
  'CloudWatch metrics',
  'CloudWatch alarms',
  'CloudWatch dashboards',
  'CloudWatch logs',
  'S3 storage',
  'S3 writes',
  'S3 reads',
  'ECR storage',
  'Fargate processors on arm64',
  'Fargate memory on arm64',
  'Fargate disk above 20 GB',
  'Public addresses of workers',
];

function lineOf(name: Priced, quantity: number): Line {
  const { usd, per, free = 0 }: Price = prices[name];
  const price = usd / per;
  return { name, quantity, usd: quantity * price, free: Math.min(quantity, free) * price };
}

type Used<Prefix extends string> = Record<Extract<Priced, `${Prefix}${string}`>, number>;

const gigabyte = 1_000_000_000;

function dynamo(month: Month, measured: Measured): Used<'DynamoDB'> {
  const { tick, webhook, decision, look, reconciled, task, workspaceBytes } = measured;
  const times: readonly (readonly [number, Units])[] = [
    [month.calls.tick, tick],
    [month.webhooks, webhook],
    [month.decisions, decision],
    [month.looks, look],
    [month.calls.reconcile * month.open, reconciled],
    [month.fixups * activity.tasks, task],
    // Written as a decision is.
    [(month.checks + month.fixups) * activity.changesOfRun, decision],
    // Whether a worker may still speak stands in its workspace.
    [month.calls.broker, { reads: 1, writes: 0 }],
  ];
  const sum = (of: keyof Units) =>
    times.reduce((all, [count, units]) => all + count * units[of], 0);
  // Each decision is logged for a week, with all that it was made from.
  const logged = (month.decisions / daysOfMonth) * 7;
  const stored = ((month.open * 2 + logged * 2) * workspaceBytes) / gigabyte;
  return {
    'DynamoDB write units': sum('writes'),
    'DynamoDB read units': sum('reads'),
    'DynamoDB storage': stored,
    'DynamoDB recovery to any minute': stored,
  };
}

function functions({ calls, open }: Month, { memory }: Resources): Used<'Lambda'> {
  const entries = Object.entries(calls);
  const extra = { reconcile: open * reconcileMsEach };
  const busy: Readonly<Record<string, number>> = {
    ...busyMs,
    reconcile: busyMs.reconcile + extra.reconcile,
  };
  const seconds = entries.map(
    ([name, count]) => count * ((busy[name] ?? 0) / 1_000) * (memory[name] ?? 0),
  );
  return {
    'Lambda requests': entries.reduce((all, [, count]) => all + count, 0),
    'Lambda time on arm64': seconds.reduce((all, one) => all + one, 0),
  };
}

/** Lambda asks each queue five times side by side, and each time for twenty seconds. */
const pollsOfQueue = 5 * 3 * 60 * 24 * daysOfMonth;
/** Sent, received, deleted. */
const requestsOfMessage = 3;

function messages({ calls }: Month, { consumers }: Resources): Used<'SQS' | 'HTTP' | 'Scheduler'> {
  const standard = calls.decide + calls.dispatch + calls['record-exit'] + calls.publish;
  return {
    'SQS requests': consumers.standard * pollsOfQueue + standard * requestsOfMessage,
    'SQS requests of FIFO queues': consumers.fifo * pollsOfQueue + calls.report * requestsOfMessage,
    'HTTP API requests': calls.webhook,
    'Scheduler invocations': calls.tick + calls.reconcile,
  };
}

function watching(month: Month, resources: Resources): Used<'CloudWatch'> {
  const ofWorkers = (month.checks + month.fixups) * activity.megabytesOfLog * 1_000_000;
  const invocations = Object.values(month.calls).reduce((all, count) => all + count, 0);
  return {
    'CloudWatch metrics': metricsOf(month.open > 0),
    'CloudWatch alarms': resources.watched,
    'CloudWatch dashboards': resources.dashboards,
    'CloudWatch logs': (invocations * logBytes + ofWorkers) / gigabyte,
  };
}

/** The three images, compressed, and one older version of each. */
const imagesGigabytes = 3;
/** A function asks for its secret when it starts, and every five minutes while it is kept. */
const functionsWithSecret = 6;

function standing({ open }: Month, { secrets, keys }: Resources): Used<'Secrets' | 'KMS' | 'ECR'> {
  const most = functionsWithSecret * 12 * 24 * daysOfMonth;
  const idle = 12 * 24 * daysOfMonth;
  return {
    'Secrets Manager secrets': secrets,
    'Secrets Manager requests': open > 0 ? most : idle,
    'KMS keys': keys,
    'ECR storage': imagesGigabytes,
  };
}

function work({ checks, fixups }: Month, { worker }: Resources): Used<'S3' | 'Fargate' | 'Public'> {
  const hours = {
    engine: (checks * activity.minutesOfCheck) / 60,
    agent: (fixups * activity.minutesOfFixup) / 60,
  };
  const of = (what: 'processors' | 'gigabytes') =>
    hours.engine * worker.engine[what] + hours.agent * worker.agent[what];
  const disk = hours.engine * (worker.engine.disk - 20) + hours.agent * (worker.agent.disk - 20);
  const runs = checks + fixups;
  return {
    'S3 storage': (runs * activity.megabytesOfRun) / 1_000,
    'S3 writes': runs * 30,
    'S3 reads': runs * 60,
    'Fargate processors on arm64': of('processors'),
    'Fargate memory on arm64': of('gigabytes'),
    'Fargate disk above 20 GB': disk,
    'Public addresses of workers': hours.engine + hours.agent,
  };
}
