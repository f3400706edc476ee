import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { GetQueueUrlCommand } from '@aws-sdk/client-sqs';
import { compiledCode } from '../compiled-code.ts';
import { startLambdaEndpoint } from '../lambda-endpoint.ts';
import { type Account, openAccount } from './account.ts';
import type { Clients } from './clients.ts';
import { deploy, type Deployed } from './deploy.ts';
import { runEventSources } from './event-sources.ts';
import type { Faults } from './faults.ts';
import { rightsOf } from './rights.ts';
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

export interface Cloud extends Pick<Deployed, 'find' | 'webhookUrl'> {
  /** Where AWS answers to whoever looks at what the functions do. */
  readonly aws: string;
  readonly clients: Clients;
  readonly faults: Faults;
  /** The folder of all tasks of a repository. */
  readonly folderOf: (repositoryId: string) => string;
  /** The address of a queue, by its name without that of the stack. */
  readonly queueUrl: (name: string) => Promise<string>;
  readonly stackName: string;
  /** What functions did to AWS that their roles do not allow, and which did anything at all. */
  readonly trespasses: () => { readonly beyond: readonly string[]; readonly by: readonly string[] };
  /** Calls a function as AWS does. */
  readonly invoke: (name: string, event: unknown) => Promise<unknown>;
  /** What somebody's machine has in its environment who may operate the stack. */
  readonly operatorEnv: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

/** Deploys the stack to an emulated account and runs it: ours is all that the template names, and the rest is as AWS is. */
export async function startCloud(options: CloudOptions): Promise<Cloud> {
  const { root, props, github, hear } = options;
  const made = join(root, 'stack');
  const folder = join(root, 'tasks');
  await Promise.all([mkdir(made), mkdir(folder)]);
  const [account, synthesized] = await Promise.all([openAccount(), synthesize(made, props)]);
  const env = { ...ofAnyProcess(), ...account.environment };
  const deployed = await deploy(account, { synthesized, env, github, hear });
  const stopRunning = await run(account, { ...options, synthesized, deployed, folder });
  const { clients, faults, direct } = account;
  const { stackName } = synthesized;
  const lambda = await startLambdaEndpoint({
    [`${stackName}-api`]: (event) => deployed.functions.find('api').invoke(event),
  });
  return {
    ...deployed,
    aws: direct,
    clients,
    faults,
    folderOf: (repositoryId) => join(folder, repositoryId),
    queueUrl: async (name) => {
      const QueueName = `${stackName}-${name}`;
      const { QueueUrl } = await clients.queues.send(new GetQueueUrlCommand({ QueueName }));
      return QueueUrl ?? '';
    },
    stackName,
    trespasses: () => ({
      by: [...account.acts.keys()].toSorted(),
      beyond: [...account.acts].flatMap(([name, acts]) => {
        const rights = rightsOf(synthesized.template, `${stackName}-${name}`);
        const beyond = [...acts].filter((act) => !rights.some((right) => right.test(act)));
        return beyond.map((act) => `${name} ${act}`);
      }),
    }),
    invoke: (name, event) => deployed.functions.find(name).invoke(event),
    operatorEnv: {
      ...env,
      AWS_ENDPOINT_URL: direct,
      AWS_ENDPOINT_URL_LAMBDA: lambda.url,
    },
    stop: async () => {
      await stopRunning();
      await lambda.close();
      await deployed.close();
      await account.close();
    },
  };
}

interface Running extends Pick<CloudOptions, 'hear' | 'minuteMs'> {
  readonly synthesized: Synthesized;
  readonly deployed: Deployed;
  /** Of the tasks. */
  readonly folder: string;
}

/** All that AWS does by itself, until it is stopped. */
async function run(account: Account, options: Running): Promise<() => Promise<void>> {
  const { synthesized, deployed, folder, minuteMs, hear } = options;
  const { clients } = account;
  const stopping = new AbortController();
  const { signal } = stopping;
  const shared = { ...synthesized, ...deployed, signal };
  const tell = await createEventBus(synthesized.template, deployed.stack, clients.queues);
  const works = Promise.all([
    runEventSources({ ...shared, queues: clients.queues }),
    runSchedules({ ...shared, minuteMs }),
    runTasks({
      clients,
      endTask: account.endTask,
      cluster: await deployed.find('AWS::ECS::Cluster'),
      folder,
      env: ofAnyProcess(),
      tell: (task) => tell(taskEvent(task)),
      hear,
      signal,
    }),
  ]);
  works.catch((error: unknown) => hear(`The emulated cloud broke: ${String(error)}`));
  return async () => {
    stopping.abort();
    await works.catch(() => undefined);
  };
}

function ofAnyProcess(): Readonly<Record<string, string>> {
  return { PATH: process.env['PATH'] ?? '', NODE_COMPILE_CACHE: compiledCode };
}
