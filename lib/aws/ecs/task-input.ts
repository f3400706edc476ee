import { hash } from 'node:crypto';
import type { RunTaskCommandInput } from '@aws-sdk/client-ecs';
import { environmentNames } from '#config/env-names.ts';
import type { RunKind } from '#model/run.ts';
import type { Launch } from '#ratchet/needs/launcher.ts';

export interface TaskLaunch {
  readonly launch: Launch;
  readonly capability: string;
  readonly gatewayCredential?: string | undefined;
}

/** The container whose exit is that of the worker. */
export const workerContainer = 'worker';

const gatewayContainer = 'gateway';

/** The containers of each task definition; agents reach models through the second one. */
const containers: Readonly<Record<RunKind, readonly string[]>> = {
  check: [workerContainer],
  fixup: [workerContainer, gatewayContainer],
};

/** What ECS is asked for; nothing in it depends on when it is asked. */
export function toTaskInput(options: EcsLauncherOptions, task: TaskLaunch): RunTaskCommandInput {
  const { launch } = task;
  const { network } = options;
  return {
    cluster: options.cluster,
    taskDefinition: options.families[launch.kind],
    count: 1,
    clientToken: clientToken(launch),
    startedBy: startedBy(launch),
    // For the bill alone: ECS takes them from a task that it is told to stop.
    enableECSManagedTags: true,
    propagateTags: 'TASK_DEFINITION',
    tags: toTags(launch),
    capacityProviderStrategy: [
      { capacityProvider: options.spot ? 'FARGATE_SPOT' : 'FARGATE', weight: 1 },
    ],
    networkConfiguration: {
      awsvpcConfiguration: {
        subnets: [...network.subnets],
        securityGroups: [network.securityGroup],
        assignPublicIp: network.publicAddress ? 'ENABLED' : 'DISABLED',
      },
    },
    overrides: {
      containerOverrides: containers[launch.kind].map((name) => ({
        name,
        environment: [
          ...workerEnvironment(task),
          ...(name === gatewayContainer ? gatewayEnvironment(task) : []),
        ],
      })),
    },
  };
}

/** What workers cost can be told by repository and by pull request. */
function toTags({ workspaceId, kind }: Launch): { key: string; value: string }[] {
  return [
    { key: 'ratchetr:repository', value: workspaceId.slice(0, workspaceId.lastIndexOf(':')) },
    { key: 'ratchetr:pull-request', value: workspaceId },
    { key: 'ratchetr:kind', value: kind },
  ];
}

function workerEnvironment({ launch, capability }: TaskLaunch): { name: string; value: string }[] {
  return [
    { name: environmentNames.capability, value: capability },
    { name: environmentNames.workspace, value: launch.workspaceId },
    { name: environmentNames.run, value: launch.runId },
  ];
}

/** Only the gateway gets it, so hostile code in another container cannot report what a model cost. */
function gatewayEnvironment({ gatewayCredential: value }: TaskLaunch) {
  return value === undefined ? [] : [{ name: environmentNames.gatewayCredential, value }];
}

/** ECS starts one task for one token; 64 characters are the most it takes. */
function clientToken({ runId, number }: Launch): string {
  return hash('sha256', `${runId}#${number}`);
}

/** For the same launch in other words, after the first token was spent on nothing. */
export function otherToken({ launch, capability }: TaskLaunch): string {
  return hash('sha256', `${launch.runId}#${launch.number}#${capability}`);
}

/** By this word the tasks of a run can be listed. */
function startedBy({ runId }: Launch): string {
  return /^[A-Za-z0-9/_-]{1,128}$/.test(runId) ? runId : hash('sha256', runId);
}

export interface EcsLauncherOptions {
  readonly cluster: string;
  /** The family of the task definition for each kind of run; the newest revision is taken. */
  readonly families: Readonly<Record<RunKind, string>>;
  readonly network: {
    readonly subnets: readonly string[];
    readonly securityGroup: string;
    readonly publicAddress: boolean;
  };
  /** Cheaper machines, which AWS may take back with a warning of two minutes. */
  readonly spot: boolean;
  /** What the worker shows to the broker; the same text for the same launch. */
  readonly capabilityOf: (launch: Launch) => Promise<string>;
  /** What the gateway beside a worker shows to the broker; absent: nothing that is launched speaks to models. */
  readonly gatewayCredentialOf?: (launch: Launch) => Promise<string>;
}
