import { RemovalPolicy, Stack } from 'aws-cdk-lib';
import { Cluster } from 'aws-cdk-lib/aws-ecs';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { environmentNames } from '#config/env-names.ts';
import type { Foundation } from './foundation.ts';
import type { Need } from './ratchetr-function.ts';
import type { Network } from './network.ts';
import type { WorkerImages, WorkerSize, WorkersProps } from './stack-props.ts';
import { WorkerTask } from './worker-task.ts';

interface Props extends Pick<Foundation, 'defaults' | 'secrets'> {
  readonly workers: WorkersProps;
  readonly network: Network;
  readonly images: WorkerImages;
  readonly brokerUrl: string;
  /** Those for all repositories. */
  readonly settings: Readonly<Record<string, string>>;
}

/** Where runs are worked on: a cluster that costs nothing while nothing runs, and two kinds of tasks. */
export class Workers extends Construct {
  readonly cluster: Cluster;
  readonly engine: WorkerTask;
  readonly agent: WorkerTask;
  private readonly environment: Readonly<Record<string, string>>;

  constructor(scope: Construct, id: string, props: Props) {
    super(scope, id);
    this.cluster = new Cluster(this, 'Cluster', {
      clusterName: Stack.of(this).stackName,
      vpc: props.network.vpc,
      enableFargateCapacityProviders: true,
    });
    this.engine = this.createEngine(props);
    this.agent = this.createAgent(props);
    this.environment = this.environmentOf(props);
  }

  /** Launches workers of both kinds, here, with tags of theirs, and with no role but the two that start them. */
  get launch(): Need {
    const tasks = [this.engine, this.agent];
    return {
      environment: this.environment,
      statements: [
        {
          actions: ['ecs:RunTask'],
          // Any revision: a deployment must not refuse a launch that is under way.
          resources: tasks.map(({ family }) => this.arnOf('task-definition', `${family}:*`)),
          conditions: this.here,
        },
        {
          actions: ['ecs:TagResource'],
          resources: this.tasksHere,
          conditions: { StringEquals: { 'ecs:CreateAction': 'RunTask' } },
        },
        {
          actions: ['iam:PassRole'],
          resources: tasks.map(({ definition }) => definition.obtainExecutionRole().roleArn),
          conditions: { StringEquals: { 'iam:PassedToService': 'ecs-tasks.amazonaws.com' } },
        },
      ],
    };
  }

  get describe(): Need {
    return this.taskNeed('ecs:DescribeTasks');
  }

  get stop(): Need {
    return this.taskNeed('ecs:StopTask');
  }

  private get here() {
    return { ArnEquals: { 'ecs:cluster': this.cluster.clusterArn } };
  }

  private taskNeed(action: string): Need {
    return {
      environment: this.environment,
      statements: [{ actions: [action], resources: this.tasksHere, conditions: this.here }],
    };
  }

  private get tasksHere(): string[] {
    return [this.arnOf('task', `${Stack.of(this).stackName}/*`)];
  }

  private arnOf(resource: string, resourceName: string): string {
    return Stack.of(this).formatArn({ service: 'ecs', resource, resourceName });
  }

  private createEngine(props: Props): WorkerTask {
    const { workers, images, brokerUrl, settings, defaults } = props;
    return new WorkerTask(this, 'Engine', {
      kind: 'engine',
      size: withDefaultSize(workers.engine, engineSize),
      disk: workers.disk ?? defaultDisk,
      image: images.engine,
      brokerUrl,
      settings,
      logGroup: this.logGroup('engine', defaults),
    });
  }

  private createAgent(props: Props): WorkerTask {
    const { workers, images, brokerUrl, settings, defaults, secrets } = props;
    return new WorkerTask(this, 'Agent', {
      kind: 'agent',
      size: withDefaultSize(workers.agent, agentSize),
      disk: workers.disk ?? defaultDisk,
      image: images.agent,
      brokerUrl,
      settings,
      logGroup: this.logGroup('agent', defaults),
      gateway: { image: images.gateway, modelKeys: secrets.models },
    });
  }

  private logGroup(kind: 'engine' | 'agent', { logRetention }: Props['defaults']): LogGroup {
    return new LogGroup(this, `${kind}Log`, {
      logGroupName: `/ratchetr/${Stack.of(this).stackName}/worker-${kind}`,
      retention: logRetention,
      removalPolicy: RemovalPolicy.DESTROY,
    });
  }

  private environmentOf({ workers, network }: Props): Record<string, string> {
    return {
      [environmentNames.cluster]: this.cluster.clusterName,
      [environmentNames.engineTask]: this.engine.family,
      [environmentNames.agentTask]: this.agent.family,
      [environmentNames.subnets]: network.subnetIds.join(','),
      [environmentNames.securityGroup]: network.securityGroup.securityGroupId,
      [environmentNames.publicAddress]: String(network.publicAddress),
      [environmentNames.spot]: String(workers.spot ?? false),
      [environmentNames.mostWorkers]: String(workers.most ?? defaultMost),
    };
  }
}

function withDefaultSize(wanted: WorkersProps['engine'], otherwise: WorkerSize): WorkerSize {
  const { cpu = otherwise.cpu, memory = otherwise.memory } = wanted ?? {};
  return { cpu, memory };
}

const engineSize: WorkerSize = { cpu: 1024, memory: 4096 };
// Engines run here as well, beside agents that think in processes of their own.
const agentSize: WorkerSize = { cpu: 2048, memory: 8192 };
const defaultDisk = 30;
const defaultMost = 10;
