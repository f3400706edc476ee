import { CreateSecretCommand, type SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { CreateQueueCommand, type SQSClient } from '@aws-sdk/client-sqs';
import { vi } from 'vitest';
import { createDynamoInstallationStore } from '#store/dynamo/installations.ts';
import { createDynamoRunStore } from '#store/dynamo/run-store.ts';
import { createTickStore, type TickStore } from '#store/dynamo/tick.ts';
import { createDynamoClient, type DynamoTable } from '#store/dynamo/table.ts';
import { createDynamoWorkspaceStore } from '#store/dynamo/workspace-store.ts';
import { createS3Artifacts } from '#aws/s3-artifacts.ts';
import { createSecretsClient } from '#aws/secrets.ts';
import { createSqsClient } from '#aws/sqs-queue.ts';
import { systemClock } from '#platform/system/clock.ts';
import { environmentNames } from '#config/env-names.ts';
import { eachQueue, type QueueName, queueNames, queues as queueRows } from '#config/queues.ts';
import type { InstallationStore } from '#ratchet/needs/installation-store.ts';
import type { RunStore } from '#model/needs/run-store.ts';
import type { WorkspaceStore } from '#ratchet/needs/workspace-store.ts';
import { createTable } from './dynamo.ts';
import { type LambdaEndpoint, startLambdaEndpoint } from './lambda-endpoint.ts';
import { motoAccount } from './moto.ts';
import { makeCluster } from './moto-cluster.ts';
import { makeBucket, testS3Client } from './s3.ts';

export const stackName = 'ratchetr-test';

/** A deployment in one process: its stores are moto's, its function `api` is the real handler. */
export interface OwnStack {
  readonly table: DynamoTable;
  readonly workspaces: WorkspaceStore;
  readonly installations: InstallationStore;
  readonly runs: RunStore;
  readonly ticks: TickStore;
  readonly sqs: SQSClient;
  readonly secrets: SecretsManagerClient;
  readonly lambda: LambdaEndpoint;
  readonly bucket: string;
  /** By the names of `environmentNames`. */
  readonly queues: Readonly<Record<QueueName, string>>;
  readonly secretIds: { readonly github: string; readonly models: string; readonly broker: string };
}

export interface StackOptions {
  readonly endpoint: string;
  readonly githubApiUrl?: string;
  readonly webhookUrl?: string;
}

/** Makes one, and the environment in which handlers find it; there is one for each file of tests, as its handlers are loaded once. */
export async function makeStack(options: StackOptions): Promise<OwnStack> {
  const { endpoint } = options;
  stubAccount(endpoint);
  const table = { client: createDynamoClient({ requestTimeoutMs: 30_000 }), name: stackName };
  await createTable(table);
  const s3 = testS3Client(endpoint);
  const bucket = await makeBucket(s3, stackName);
  const [sqs, secrets] = [createSqsClient(), createSecretsClient()];
  const queues = await makeQueues(sqs);
  const secretIds = await makeSecrets(secrets);
  const { cluster, families, network } = await makeCluster(endpoint);
  const environment = {
    table: table.name,
    bucket,
    stage: 'test',
    logLevel: 'error',
    githubSecret: secretIds.github,
    modelsSecret: secretIds.models,
    brokerSecret: secretIds.broker,
    webhookUrl: options.webhookUrl ?? 'https://hooks.example.com/webhook',
    githubApiUrl: options.githubApiUrl ?? 'https://api.github.com',
    cluster,
    engineTask: families.check,
    agentTask: families.fixup,
    subnets: network.subnets.join(','),
    securityGroup: network.securityGroup,
    publicAddress: 'true',
  } satisfies Partial<Record<keyof typeof environmentNames, string>>;
  for (const [name, value] of Object.entries(environment)) stub(name, value);
  for (const name of queueNames) vi.stubEnv(queueRows[name].address, queues[name]);
  const { handler } = await import('../../lambdas/api/handler.ts');
  const lambda = await startLambdaEndpoint({ [`${stackName}-api`]: handler });
  vi.stubEnv('AWS_ENDPOINT_URL_LAMBDA', lambda.url);
  const artifacts = createS3Artifacts({ client: s3, bucket, clock: systemClock });
  const claims = { leaseGraceMs: 0, sweepEveryMs: 1_000, random: Math.random };
  return {
    table,
    bucket,
    workspaces: createDynamoWorkspaceStore(table),
    installations: createDynamoInstallationStore(table),
    runs: createDynamoRunStore({ table, clock: systemClock, artifacts, ...claims }),
    ticks: createTickStore(table),
    sqs,
    secrets,
    lambda,
    queues,
    secretIds,
  };
}

const names: Readonly<Record<string, string>> = environmentNames;

function stub(name: string, value: string): void {
  vi.stubEnv(names[name] ?? name, value);
}

function stubAccount(endpoint: string): void {
  const { region, credentials } = motoAccount;
  vi.stubEnv('AWS_ENDPOINT_URL', endpoint);
  vi.stubEnv('AWS_REGION', region);
  vi.stubEnv('POWERTOOLS_METRICS_DISABLED', 'true');
  vi.stubEnv('AWS_ACCESS_KEY_ID', credentials.accessKeyId);
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', credentials.secretAccessKey);
}

async function makeQueues(client: SQSClient) {
  const make = async (name: QueueName, which: '' | '-dead'): Promise<string> => {
    const isFifo = queueRows[name].isOrdered;
    const command = new CreateQueueCommand({
      QueueName: `${stackName}-${name}${which}${isFifo ? '.fifo' : ''}`,
      ...(isFifo && { Attributes: { FifoQueue: 'true' } }),
    });
    return (await client.send(command)).QueueUrl ?? '';
  };
  const urls = new Map<QueueName, string>();
  for (const name of queueNames) {
    urls.set(name, await make(name, ''));
    await make(name, '-dead');
  }
  return eachQueue((name) => urls.get(name) ?? '');
}

async function makeSecrets(client: SecretsManagerClient) {
  const make = async (name: string, value?: string): Promise<string> => {
    const command = new CreateSecretCommand({ Name: name, SecretString: value });
    return (await client.send(command)).ARN ?? '';
  };
  return {
    github: await make('github'),
    models: await make('models', JSON.stringify({ placeholder: 'x' })),
    broker: await make('broker', 'k'.repeat(64)),
  };
}
