import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  DescribeTaskDefinitionCommand,
  DescribeTasksCommand,
  ListTasksCommand,
  StopTaskCommand,
  type Task,
} from '@aws-sdk/client-ecs';
import { GetSecretValueCommand } from '@aws-sdk/client-secrets-manager';
import type { Clients } from './clients.ts';
import { containersOf, type RunningTask, startTask } from './task-containers.ts';

export interface TasksOptions {
  readonly clients: Pick<Clients, 'secrets' | 'tasks'>;
  readonly cluster: string;
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
  const { clients, cluster, signal } = options;
  const running = new Map<string, RunningTask>();
  const lives: Promise<void>[] = [];
  try {
    while (!signal.aborted) {
      const { taskArns: wanted = [] } = await clients.tasks.send(new ListTasksCommand({ cluster }));
      for (const arn of wanted) {
        if (running.has(arn)) continue;
        const started = await startWanted(options, arn);
        running.set(arn, started);
        lives.push(accompany(options, arn, started));
      }
      for (const [arn, task] of running) if (!wanted.includes(arn)) task.stop();
      await sleep(pollMs);
    }
  } finally {
    for (const task of running.values()) task.stop();
    await Promise.allSettled(lives);
  }
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
  const { clients, cluster, tell } = options;
  await running.ended;
  if ((await describe(options, arn)).lastStatus !== 'STOPPED') {
    const reason = 'Essential container in task exited';
    await clients.tasks.send(new StopTaskCommand({ cluster, task: arn, reason }));
  }
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
