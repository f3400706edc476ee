import { join } from 'node:path';
import { CfnOutput, Stack, Tags, Validations, IgnoreMode } from 'aws-cdk-lib';
import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Construct, IConstruct } from 'constructs';
import { Platform } from 'aws-cdk-lib/aws-ecr-assets';
import { ContainerImage } from 'aws-cdk-lib/aws-ecs';
import { environmentNames } from '#config/env-names.ts';
import { WorkerBroker } from './broker.ts';
import { DecisionLambdas } from './decision.ts';
import { Dispatching } from './dispatching.ts';
import type { Foundation } from './foundation.ts';
import { Intake } from './intake.ts';
import { Network } from './network.ts';
import { OperationsView } from './operations/operations.ts';
import { Publishing } from './publishing.ts';
import { Queues } from './queues.ts';
import type { FunctionDefaults } from './ratchetr-function.ts';
import { SecretsOfStack } from './secrets.ts';
import type { RatchetrStackProps, WorkerImages } from './stack-props.ts';
import { Storage } from './storage.ts';
import { Workers } from './workers.ts';
import { repositoryRoot } from './repository-root.ts';

/** The whole system in one account: `ratchetr`, or `ratchetr-<stage>` for any stage but the main one. */
export class RatchetrStack extends Stack {
  constructor(scope: Construct, props: RatchetrStackProps = {}) {
    const { stage = 'main', ephemeral = false } = props;
    super(scope, stage === 'main' ? 'ratchetr' : `ratchetr-${stage}`, {
      description: 'Ratchets pull requests to green',
      terminationProtection: !ephemeral,
    });
    Tags.of(this).add('app', 'ratchetr');
    Tags.of(this).add('stage', stage);
    const foundation = this.createFoundation(props, { stage, ephemeral });
    this.createFlow(foundation, { ...props, stage });
  }

  private createFoundation(
    props: RatchetrStackProps,
    { stage, ephemeral }: { readonly stage: string; readonly ephemeral: boolean },
  ): Foundation {
    return {
      defaults: functionDefaults(props, stage),
      storage: new Storage(this, 'Storage', { ephemeral }),
      secrets: new SecretsOfStack(this, 'Secrets', { ephemeral }),
      queues: new Queues(this, 'Queues'),
    };
  }

  private createFlow(
    foundation: Foundation,
    props: RatchetrStackProps & { readonly stage: string },
  ): void {
    const intake = new Intake(this, 'Intake', foundation);
    const { broker, url: brokerUrl } = new WorkerBroker(this, 'Broker', foundation);
    const workers = this.createWorkers(foundation, props, brokerUrl);
    const withWorkers = { ...foundation, workers };
    const { tick, decide, reconcile } = new DecisionLambdas(this, 'Decision', withWorkers);
    const { dispatch, recordExit } = new Dispatching(this, 'Dispatching', withWorkers);
    const { publish, report } = new Publishing(this, 'Publishing', foundation);
    new OperationsView(this, 'Operations', {
      ...withWorkers,
      stage: props.stage,
      functions: [
        intake.webhook,
        tick,
        decide,
        reconcile,
        dispatch,
        recordExit,
        publish,
        report,
        broker,
      ],
      intake,
      spot: props.workers?.spot ?? false,
      alarmEmail: props.alarmEmail,
      alarmDailyUsd: props.alarmDailyUsd,
    });
    acknowledge(this, { ...withWorkers, intake });
    new CfnOutput(this, 'WebhookUrl', { value: intake.url });
    new CfnOutput(this, 'NextStep', { value: `ratchetr setup --stack ${this.stackName}` });
  }

  private createWorkers(
    { defaults, secrets }: Foundation,
    props: RatchetrStackProps,
    brokerUrl: string,
  ): Workers {
    const network = new Network(this, 'Network', {
      network: props.network ?? {},
      logRetention: defaults.logRetention,
    });
    const images = workerImages(props);
    const { workers = {}, settings = {} } = props;
    return new Workers(this, 'Workers', {
      defaults,
      secrets,
      workers,
      network,
      images,
      brokerUrl,
      settings,
    });
  }
}

function functionDefaults(props: RatchetrStackProps, stage: string): FunctionDefaults {
  const { githubApiUrl, logLevel = 'info', logDays = RetentionDays.ONE_MONTH, settings } = props;
  return {
    environment: {
      ...settings,
      [environmentNames.stage]: stage,
      [environmentNames.logLevel]: logLevel,
      ...(githubApiUrl === undefined ? {} : { [environmentNames.githubApiUrl]: githubApiUrl }),
    },
    logRetention: logDays,
    debug: logLevel === 'debug',
  };
}

interface Acknowledged {
  readonly storage: IConstruct;
  readonly secrets: IConstruct;
  readonly intake: IConstruct;
  readonly workers: IConstruct;
}

/** Where cdk-nag would have it otherwise: all exceptions of the stack, each with its reason. */
function acknowledge(stack: Stack, parts: Acknowledged): void {
  acknowledgeRules(parts.storage, { S1: noAccessLog });
  acknowledgeRules(parts.secrets, { SMG4: changedElsewhere });
  acknowledgeRules(parts.intake, { APIG4: signedByGitHub });
  acknowledgeRules(parts.workers, {
    ECS2: 'All that stands there in the open is the address of the broker.',
    ECS4: 'Container Insights costs more than an idle stack; each run records what it took.',
    'IAM5[Resource::*]': 'A token for the registry is not of one repository; pulls are.',
  });
  const ecs = 'Resource::arn:<AWS::Partition>:ecs:<AWS::Region>:<AWS::AccountId>';
  acknowledgeRules(stack, {
    'IAM5[Resource::<StorageArtifacts08431D1F.Arn>/*]': 'Artifacts have names that runs give them.',
    [`IAM5[${ecs}:task/${stack.stackName}/*]`]: 'Tasks have names that ECS gives them.',
    [`IAM5[${ecs}:task-definition/${stack.stackName}-engine:*]`]: anyRevision,
    [`IAM5[${ecs}:task-definition/${stack.stackName}-agent:*]`]: anyRevision,
  });
}

const noAccessLog =
  'Only functions of the stack reach the bucket, and those log what they hand out.';

const changedElsewhere =
  'GitHub and model providers make the values; the key of the broker dies with what it signed.';

const signedByGitHub =
  'GitHub has no credentials of AWS; the function checks the signature of each delivery.';

const anyRevision = 'A launch under way survives a deployment, which makes a new revision.';

function acknowledgeRules(scope: IConstruct, reasons: Readonly<Record<string, string>>): void {
  for (const [rule, reason] of Object.entries(reasons)) {
    Validations.of(scope).acknowledge({ id: `AwsSolutions-${rule}`, reason });
  }
}

/** The images of workers: those that were given, and for the rest the targets of our own Dockerfile. */
function workerImages(props: RatchetrStackProps): WorkerImages {
  const { images, baseImage, chromium = false } = props;
  // Without a base of their own they are built on what the Dockerfile names.
  const base = baseImage === undefined ? {} : { BASE: baseImage };
  const argumentsOf = (target: keyof WorkerImages): Record<string, string> =>
    target === 'agent' && chromium ? { ...base, WITH_CHROMIUM: '1' } : base;
  const built = (target: keyof WorkerImages) =>
    images?.[target] ??
    ContainerImage.fromAsset(repositoryRoot, {
      file: join('containers', 'Dockerfile'),
      target,
      platform: Platform.LINUX_ARM64,
      buildArgs: argumentsOf(target),
      // What a build reads, and no more: else every test and page would make new images.
      exclude: ['*', ...buildContext.map((path) => `!${path}`), 'lib/infra'],
      ignoreMode: IgnoreMode.DOCKER,
    });
  return { engine: built('engine'), agent: built('agent'), gateway: built('gateway') };
}

const buildContext = ['containers', 'lib', 'package.json'];
