/** On demand in us-east-1, from the price pages of AWS, in dollars. */
export const pricesAsOf = '2026-11-18';
export const pricesRegion = 'us-east-1';

export interface Price {
  readonly usd: number;
  readonly per: number;
  readonly unit: string;
  /** What every account has each month for nothing, for ever; it is shared with all else in the account. */
  readonly free?: number;
}

const million = 1_000_000;

export const prices = {
  'DynamoDB write units': { usd: 0.625, per: million, unit: 'units' },
  'DynamoDB read units': { usd: 0.125, per: million, unit: 'units' },
  'DynamoDB storage': { usd: 0.25, per: 1, unit: 'GB-month', free: 25 },
  'DynamoDB recovery to any minute': { usd: 0.2, per: 1, unit: 'GB-month' },
  'Lambda requests': { usd: 0.2, per: million, unit: 'requests', free: million },
  'Lambda time on arm64': { usd: 0.0000133334, per: 1, unit: 'GB-seconds', free: 400_000 },
  'SQS requests': { usd: 0.4, per: million, unit: 'requests', free: million },
  'SQS requests of FIFO queues': { usd: 0.5, per: million, unit: 'requests' },
  'HTTP API requests': { usd: 1, per: million, unit: 'requests' },
  'Scheduler invocations': { usd: 1, per: million, unit: 'invocations', free: 14 * million },
  'Secrets Manager secrets': { usd: 0.4, per: 1, unit: 'secrets' },
  'Secrets Manager requests': { usd: 0.05, per: 10_000, unit: 'requests' },
  'KMS keys': { usd: 1, per: 1, unit: 'keys' },
  'CloudWatch metrics': { usd: 0.3, per: 1, unit: 'metrics', free: 10 },
  'CloudWatch alarms': { usd: 0.1, per: 1, unit: 'metrics watched', free: 10 },
  'CloudWatch dashboards': { usd: 3, per: 1, unit: 'dashboards', free: 3 },
  'CloudWatch logs': { usd: 0.5, per: 1, unit: 'GB written', free: 5 },
  'S3 storage': { usd: 0.023, per: 1, unit: 'GB-month' },
  'S3 writes': { usd: 0.005, per: 1_000, unit: 'requests' },
  'S3 reads': { usd: 0.0004, per: 1_000, unit: 'requests' },
  'ECR storage': { usd: 0.1, per: 1, unit: 'GB-month' },
  'Fargate processors on arm64': { usd: 0.03238, per: 1, unit: 'vCPU-hours' },
  'Fargate memory on arm64': { usd: 0.00356, per: 1, unit: 'GB-hours' },
  'Fargate disk above 20 GB': { usd: 0.000111, per: 1, unit: 'GB-hours' },
  'Public addresses of workers': { usd: 0.005, per: 1, unit: 'hours' },
} as const satisfies Record<string, Price>;

export type Priced = keyof typeof prices;
