import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { PutSecretValueCommand } from '@aws-sdk/client-secrets-manager';
import { GetQueueUrlCommand } from '@aws-sdk/client-sqs';

import { startFaultyProxy } from '../faulty-proxy.ts';
import { type Moto, motoAccount, startMoto } from '../moto.ts';
import { ofType } from '../stack-template.ts';
import { type Clients, createClients } from './clients.ts';
import { openDoor } from './doors.ts';
import { runEventSources } from './event-sources.ts';
import { createFaults, type Faults } from './faults.ts';
import { createFunctions, type Functions } from './functions.ts';
import { createStack, type Stack } from './resources.ts';
import { runSchedules } from './schedules.ts';
import { type PlainProps, synthesize, type Synthesized } from './synthesize.ts';
import { createEventBus, taskEvent } from './task-events.ts';
import { runTasks } from './tasks.ts';

export interface CloudOptions {
  /** Folder for all that it makes; the caller's to remove. */
  readonly root: string;
  readonly props: PlainProps;
  /** What `ratchetr setup` would write. */
  readonly github: Readonly<Record<string, string>>;
  /** How long a minute lasts for the schedules. */
  readonly minuteMs: number;
  /** All that functions and tasks print. */
  readonly hear: (line: string) => void;
}

export interface Cloud {
  /** Where GitHub is to send webhooks. */
  readonly webhookUrl: string;
  /** Where AWS answers to whoever looks at what the functions do. */
  readonly aws: string;
  readonly stackName: string;
  readonly stack: Stack;
  readonly clients: Clients;
  readonly functions: Functions;
  readonly faults: Faults;
  /** The folder of all tasks of a repository. */
  readonly folderOf: (repositoryId: string) => string;
  /** The address of a queue, by its name without that of the stack. */
  readonly queueUrl: (name: string) => Promise<string>;
  /** The physical id of the one resource of a type, whose logical id begins so. */
  readonly find: (type: string, begins?: string) => Promise<string>;
  stop(): Promise<void>;
}

/** Deploys the stack to an emulated account and keeps it running: no other part of it is ours than what AWS is. */
export async function startCloud(options: CloudOptions): Promise<Cloud> {
  const { root, props, minuteMs, hear } = options;
  const made = join(root, 'stack');
  const tasks = join(root, 'tasks');
  await Promise.all([mkdir(made), mkdir(tasks)]);
  const moto = await startMoto({ ONE_TASK_A_TOKEN: 'yes' });
  await keepTasks(moto);
  const synthesized = await synthesize(made, props);
  const faults = createFaults();
  const { endpoint, stop: closeProxy } = await startFaultyProxy({
    target: moto.endpoint,
    plan: faults.plan,
  });
  const [webhook, broker] = [await openDoor(), await openDoor()];
  const clients = createClients(moto.endpoint);
  // A queue is known by the address that it was made at, and the functions are to pass by the faults.
  const stack = createStack(createClients(endpoint), {
    ...synthesized,
    doubles: {
      'AWS::ApiGatewayV2::Api': async (_, __, id) => ({
        ref: id,
        attributes: { ApiEndpoint: webhook.url },
      }),
      'AWS::Lambda::Url': async () => ({
        ref: broker.url,
        attributes: { FunctionUrl: `${broker.url}/` },
      }),
    },
  });
  const find = finder(synthesized, stack);
  const ref = await find('AWS::SecretsManager::Secret', 'SecretsGitHub');
  const value = { SecretId: ref, SecretString: JSON.stringify(options.github) };
  await clients.secrets.send(new PutSecretValueCommand(value));
  const functions = await createFunctions({
    ...synthesized,
    stack,
    hear,
    env: environmentOf(endpoint),
  });
  faults.kills(functions.kill);
  webhook.leadTo(functions.find('webhook'));
  broker.leadTo(functions.find('broker'));
  const stopping = new AbortController();
  const { signal } = stopping;
  const shared = { ...synthesized, stack, functions, signal };
  const tell = await createEventBus(synthesized.template, stack, clients.queues);
  const cluster = await find('AWS::ECS::Cluster');
  await Promise.all(
    ofType(synthesized.template, 'AWS::ECS::TaskDefinition').map(([id]) => stack.made(id)),
  );
  const works = Promise.all([
    runEventSources({ ...shared, queues: clients.queues }),
    runSchedules({ ...shared, minuteMs }),
    runTasks({
      clients,
      cluster,
      folder: tasks,
      env: { PATH: process.env['PATH'] ?? '' },
      tell: (task) => tell(taskEvent(task)),
      hear,
      signal,
    }),
  ]);
  works.catch((error: unknown) => hear(`The emulated cloud broke: ${String(error)}`));
  return {
    webhookUrl: `${webhook.url}/webhook`,
    aws: moto.endpoint,
    stackName: synthesized.stackName,
    stack,
    clients,
    functions,
    faults,
    find,
    queueUrl: async (name) => {
      const QueueName = `${synthesized.stackName}-${name}`;
      const { QueueUrl } = await clients.queues.send(new GetQueueUrlCommand({ QueueName }));
      return QueueUrl ?? '';
    },
    folderOf: (repositoryId) => join(tasks, repositoryId),
    stop: async () => {
      stopping.abort();
      await works.catch(() => undefined);
      await functions.stop();
      await Promise.all([webhook.close(), broker.close()]);
      await closeProxy();
      await moto.stop();
    },
  };
}

/** By itself moto ends a task after the fourth question about it. */
async function keepTasks({ endpoint }: Moto): Promise<void> {
  const transition = { progression: 'manual', times: Number.MAX_SAFE_INTEGER };
  await fetch(`${endpoint}/moto-api/state-manager/set-transition`, {
    method: 'POST',
    body: JSON.stringify({ model_name: 'ecs::task', transition }),
  });
}

/** What Lambda tells every function of the account it runs in. */
function environmentOf(endpoint: string): Readonly<Record<string, string>> {
  const { accessKeyId, secretAccessKey } = motoAccount.credentials;
  return {
    PATH: process.env['PATH'] ?? '',
    AWS_REGION: motoAccount.region,
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    AWS_ENDPOINT_URL: endpoint,
  };
}

function finder({ template }: Synthesized, stack: Stack): Cloud['find'] {
  return async (type, begins = '') => {
    const [found] = ofType(template, type).filter(([id]) => id.startsWith(begins));
    if (found === undefined) throw new Error(`The stack has no ${type} ${begins}`);
    return (await stack.made(found[0])).ref;
  };
}
