import {
  ECSClient,
  InvalidParameterException,
  StopTaskCommand,
  DescribeTasksCommand,
  type Task,
} from '@aws-sdk/client-ecs';
import type { Launcher, WorkerState } from '#ratchet/needs/launcher.ts';
import type { Log } from '#base/needs/log.ts';
import { runTask } from './ecs/run-task.ts';
import { serviceDefaults, type ServiceOptions } from './service-options.ts';
import { workerContainer, type EcsLauncherOptions } from './ecs/task-input.ts';

export interface EcsServices {
  /** By default one as the environment has it. */
  readonly client?: ECSClient;
  readonly log: Log;
}

export function createEcsClient(options: ServiceOptions = {}): ECSClient {
  return new ECSClient({ ...serviceDefaults, ...options });
}

/** Describes and stops the workers of a cluster; a `taskRef` is the ARN of a task. */
export function createEcsWorkers(
  { client = createEcsClient(), log }: EcsServices,
  cluster: string,
): Omit<Launcher, 'launch'> {
  return {
    describe: (taskRefs) => readTaskStates(client, cluster, taskRefs),
    stop: async (taskRef, reason) => {
      log.info('worker is stopped', { taskRef, reason });
      await stopTask(client, cluster, { taskRef, reason });
    },
  };
}

/** Workers as tasks of ECS on Fargate. */
export function createEcsLauncher(
  { client = createEcsClient(), log }: EcsServices,
  options: EcsLauncherOptions,
): Launcher {
  return {
    ...createEcsWorkers({ client, log }, options.cluster),
    launch: async (launch) => {
      const capability = await options.capabilityOf(launch);
      const gatewayCredential = await options.gatewayCredentialOf?.(launch);
      const outcome = await runTask(client, options, { launch, capability, gatewayCredential });
      const { runId, number } = launch;
      if (outcome.kind === 'launched') {
        log.info('worker launched', { runId, number, taskRef: outcome.taskRef });
      } else {
        log.warn('worker not launched', { runId, number, ...outcome });
      }
      return outcome;
    },
  };
}

/** What ECS keeps of a reason. */
const longestReason = 255;

/** A task that is over may be stopped again; one that ECS has forgotten is over. */
async function stopTask(
  client: ECSClient,
  cluster: string,
  { taskRef, reason }: { readonly taskRef: string; readonly reason: string },
): Promise<void> {
  try {
    const command = { cluster, task: taskRef, reason: reason.slice(0, longestReason) };
    await client.send(new StopTaskCommand(command));
  } catch (error) {
    const isForgotten =
      error instanceof InvalidParameterException && /task was not found/i.test(error.message);
    if (!isForgotten) throw error;
  }
}

const mostInOneCall = 100;

/** Asks for all tasks, a hundred at a time; ECS forgets a stopped one after an hour. */
async function readTaskStates(
  client: ECSClient,
  cluster: string,
  taskRefs: readonly string[],
): Promise<ReadonlyMap<string, WorkerState>> {
  const wanted = [...new Set(taskRefs)];
  const states = new Map<string, WorkerState>(wanted.map((ref) => [ref, { kind: 'unknown' }]));
  for (let start = 0; start < wanted.length; start += mostInOneCall) {
    const tasks = wanted.slice(start, start + mostInOneCall);
    const answer = await client.send(new DescribeTasksCommand({ cluster, tasks }));
    for (const task of answer.tasks ?? []) {
      if (task.taskArn !== undefined) states.set(task.taskArn, toWorkerState(task));
    }
  }
  return states;
}

/** A task that is about to stop may still write; only the last two states are the end. */
function toWorkerState(task: Task): WorkerState {
  if (task.lastStatus !== 'STOPPED' && task.lastStatus !== 'DELETED') return { kind: 'alive' };
  const worker = task.containers?.find(({ name }) => name === workerContainer);
  const said = [task.stopCode, task.stoppedReason, worker?.reason];
  const reason = said.filter((text) => text !== undefined && text !== '').join(': ');
  const exitCode = worker?.exitCode;
  return {
    kind: 'stopped',
    reason: reason === '' ? 'ECS does not say why.' : reason,
    ...(exitCode !== undefined && { exitCode }),
  };
}
