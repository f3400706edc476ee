import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  DescribeTaskDefinitionCommand,
  DescribeTasksCommand,
  ListTasksCommand,
  type Task,
} from '@aws-sdk/client-ecs';
import { GetSecretValueCommand } from '@aws-sdk/client-secrets-manager';
import type { EndedTask } from './account.ts';
import type { Clients } from './clients.ts';
import { containersOf, type RunningTask, startTask } from './task-containers.ts';

export interface TasksOptions {
  readonly clients: Pick<Clients, 'secrets' | 'tasks'>;
  readonly cluster: string;
  readonly endTask: (ended: EndedTask) => Promise<void>;
  /** Folder of all tasks; those of a run lie in a folder with its name, in one of its repository. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  /** Told of each task that is over, as ECS tells its events. */
  readonly tell: (task: Task) => Promise<void>;
  readonly hear: (line: string) => void;
  readonly signal: AbortSignal;
}

const pollMs = 500;
/** What a definition gives for two minutes lasts this long here. */
const stopTimeoutMs = 5_000;

/** Runs what ECS was asked to run, until the signal: moto keeps the books and starts nothing. */
export async function runTasks(options: TasksOptions): Promise<void> {
  const { signal } = options;
  const known = new Map<string, RunningTask>();
  const lives: Promise<void>[] = [];
  const begin = (arn: string, task: RunningTask): void => {
    known.set(arn, task);
    lives.push(accompany(options, arn, task));
  };
  try {
    while (!signal.aborted) {
      for (const arn of await list(options, 'RUNNING')) {
        if (!known.has(arn)) begin(arn, await startWanted(options, arn));
      }
      for (const arn of await list(options, 'STOPPED')) {
        const task = known.get(arn);
        if (task === undefined) begin(arn, neverStarted);
        else task.stop();
      }
      await sleep(pollMs);
    }
  } finally {
    for (const task of known.values()) task.stop();
    await Promise.allSettled(lives);
  }
}

/** It was to stop before anybody came to start it. */
const neverStarted: RunningTask = { ended: Promise.resolve(undefined), stop: () => {} };

async function list(
  { clients, cluster }: TasksOptions,
  desiredStatus: 'RUNNING' | 'STOPPED',
): Promise<readonly string[]> {
  const { taskArns = [] } = await clients.tasks.send(
    new ListTasksCommand({ cluster, desiredStatus }),
  );
  return taskArns;
}

async function startWanted(options: TasksOptions, arn: string): Promise<RunningTask> {
  const { clients, folder, env, hear } = options;
  const task = await describe(options, arn);
  const asked = new DescribeTaskDefinitionCommand({ taskDefinition: task.taskDefinitionArn });
  const { taskDefinition } = await clients.tasks.send(asked);
  const definitions = taskDefinition?.containerDefinitions ?? [];
  const injected = definitions.flatMap(({ secrets = [] }) => secrets);
  const secrets = await Promise.all(
    injected.map(async ({ valueFrom = '' }) => {
      const value = await clients.secrets.send(new GetSecretValueCommand({ SecretId: valueFrom }));
      return [valueFrom, value.SecretString ?? ''] as const;
    }),
  );
  const containers = containersOf(definitions, task, new Map(secrets));
  const given = containers[0]?.env ?? {};
  const { RATCHETR_WORKSPACE: workspace = '', RATCHETR_RUN: run = '' } = given;
  // It ends with the repository and the number of the pull request.
  const [, repository = ''] = /:([^:]+):[^:]+$/.exec(workspace) ?? [];
  return startTask(containers, {
    folder: join(folder, repository, run, arn.slice(-8)),
    env,
    stopTimeoutMs,
    hear: (text) => hear(`${workspace} ${run} ${text}`),
  });
}

/** Sees to it that ECS knows of the end of a task and tells of it, whoever ended it. */
async function accompany(options: TasksOptions, arn: string, running: RunningTask): Promise<void> {
  const { endTask, tell } = options;
  await endTask({ task: arn, exitCode: await running.ended });
  await tell(await describe(options, arn));
}

async function describe(
  { clients, cluster }: Pick<TasksOptions, 'clients' | 'cluster'>,
  arn: string,
): Promise<Task> {
  const { tasks } = await clients.tasks.send(new DescribeTasksCommand({ cluster, tasks: [arn] }));
  const [task] = tasks ?? [];
  if (task === undefined) throw new Error(`ECS does not know ${arn}`);
  return task;
}
