import { CfnOutput, Stack, Tags } from 'aws-cdk-lib';
import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { environmentNames } from '#config/env-names.ts';
import { acknowledge } from './acknowledgements.ts';
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
import type { RatchetrStackProps } from './stack-props.ts';
import { Storage } from './storage.ts';
import { workerImages } from './worker-images.ts';
import { Workers } from './workers.ts';

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
