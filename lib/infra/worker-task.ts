import { Duration, Stack } from 'aws-cdk-lib';
import {
  CfnTaskDefinition,
  Capability,
  type ContainerDefinition,
  type ContainerDefinitionOptions,
  type ContainerImage,
  ContainerDependencyCondition,
  CpuArchitecture,
  FargateTaskDefinition,
  LinuxParameters,
  LogDriver,
  OperatingSystemFamily,
  Secret as InjectedSecret,
} from 'aws-cdk-lib/aws-ecs';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import type { ISecret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import { environmentNames } from '#config/env-names.ts';
import type { WorkerSize } from './stack-props.ts';

export interface WorkerTaskProps {
  /** Ends the name of the family, after that of the stack. */
  readonly kind: 'engine' | 'agent';
  readonly size: WorkerSize;
  /** In GiB. */
  readonly disk: number;
  readonly image: ContainerImage;
  readonly brokerUrl: string;
  readonly logGroup: ILogGroup;
  /** Those for all repositories. */
  readonly settings: Readonly<Record<string, string>>;
  /** Absent: nothing that runs here may speak to models. */
  readonly gateway?: { readonly image: ContainerImage; readonly modelKeys: ISecret };
}

/**
 * What one kind of worker runs in. It has no task role, so hostile code in it finds no AWS credentials: what a
 * run may do comes with its launch, as a capability.
 */
export class WorkerTask extends Construct {
  readonly family: string;
  readonly definition: FargateTaskDefinition;

  constructor(scope: Construct, id: string, props: WorkerTaskProps) {
    super(scope, id);
    this.family = `${Stack.of(this).stackName}-${props.kind}`;
    this.definition = this.createDefinition(props);
    const worker = this.addContainer('worker', props, {
      image: props.image,
      linuxParameters: this.withoutCapabilities('WorkerLinux', unneededCapabilities),
      ...memoryBesideGateway(props),
    });
    if (props.gateway !== undefined) this.addGateway(worker, props, props.gateway);
  }

  private createDefinition({ kind, size, disk }: WorkerTaskProps): FargateTaskDefinition {
    const problem = sizeProblem(size);
    if (problem !== undefined)
      throw new Error(`The ${kind} worker cannot have its size: ${problem}.`);
    const definition = new FargateTaskDefinition(this, 'Definition', {
      family: this.family,
      cpu: size.cpu,
      memoryLimitMiB: size.memory,
      ephemeralStorageGiB: disk,
      runtimePlatform: {
        cpuArchitecture: CpuArchitecture.ARM64,
        operatingSystemFamily: OperatingSystemFamily.LINUX,
      },
    });
    withoutTaskRole(definition);
    return definition;
  }

  private addContainer(
    name: 'worker' | 'gateway',
    { brokerUrl, logGroup, settings }: WorkerTaskProps,
    options: ContainerDefinitionOptions,
  ): ContainerDefinition {
    return this.definition.addContainer(name, {
      ...options,
      environment: { ...settings, [environmentNames.brokerUrl]: brokerUrl },
      logging: LogDriver.awsLogs({ streamPrefix: name, logGroup }),
      // All that Fargate gives after a stop, or when it wants a Spot machine back.
      stopTimeout: Duration.seconds(120),
    });
  }

  private addGateway(
    worker: ContainerDefinition,
    props: WorkerTaskProps,
    { image, modelKeys }: NonNullable<WorkerTaskProps['gateway']>,
  ): void {
    const gateway = this.addContainer('gateway', props, {
      image,
      secrets: { [environmentNames.modelKeys]: InjectedSecret.fromSecretsManager(modelKeys) },
      readonlyRootFilesystem: true,
      memoryReservationMiB: gatewayMemory,
      linuxParameters: this.withoutCapabilities('GatewayLinux', [Capability.ALL]),
    });
    // It comes first and goes last, so that a worker never finds it gone.
    worker.addContainerDependencies({
      container: gateway,
      condition: ContainerDependencyCondition.START,
    });
  }

  private withoutCapabilities(id: string, capabilities: readonly Capability[]): LinuxParameters {
    // An init process reaps the orphans of engines and forwards signals.
    const parameters = new LinuxParameters(this, id, { initProcessEnabled: true });
    parameters.dropCapabilities(...capabilities);
    return parameters;
  }
}

/** Of those that a container starts with; the supervisor gives up more once it has made its users. */
const unneededCapabilities = [
  Capability.AUDIT_WRITE,
  Capability.FSETID,
  Capability.MKNOD,
  Capability.NET_BIND_SERVICE,
  Capability.NET_RAW,
  Capability.SETFCAP,
  Capability.SYS_CHROOT,
];

const gatewayMemory = 512;

/** Hostile code must not be able to starve the gateway. */
function memoryBesideGateway({ gateway, size }: WorkerTaskProps): { memoryLimitMiB?: number } {
  return gateway === undefined ? {} : { memoryLimitMiB: size.memory - gatewayMemory };
}

/** The library makes a task role for every definition, whether anything needs it or not. */
function withoutTaskRole(definition: FargateTaskDefinition): void {
  definition.node.tryRemoveChild('TaskRole');
  for (const child of definition.node.children) {
    if (CfnTaskDefinition.isCfnTaskDefinition(child)) {
      child.addPropertyDeletionOverride('TaskRoleArn');
    }
  }
}

/** What Fargate sells: for each share of processors, the memory in MiB that goes with it. */
const sizes: ReadonlyMap<number, { least: number; most: number; step: number }> = new Map([
  [512, { least: 1024, most: 4096, step: 1024 }],
  [1024, { least: 2048, most: 8192, step: 1024 }],
  [2048, { least: 4096, most: 16_384, step: 1024 }],
  [4096, { least: 8192, most: 30_720, step: 1024 }],
  [8192, { least: 16_384, most: 61_440, step: 4096 }],
  [16_384, { least: 32_768, most: 122_880, step: 8192 }],
]);

/** Says what is wrong with a size, if anything is. */
export function sizeProblem({
  cpu,
  memory,
}: {
  readonly cpu: number;
  readonly memory: number;
}): string | undefined {
  const size = sizes.get(cpu);
  if (size === undefined) return `cpu is ${cpu}: it must be one of ${[...sizes.keys()].join(', ')}`;
  const { least, most, step } = size;
  if (memory >= least && memory <= most && memory % step === 0) return undefined;
  return `memory is ${memory}: with a cpu of ${cpu} it must be ${least} to ${most} in steps of ${step}`;
}
