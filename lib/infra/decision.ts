import { Duration, Aws } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { CfnSchedule } from 'aws-cdk-lib/aws-scheduler';
import type { Foundation } from './foundation.ts';
import { consumerProps } from './queues.ts';
import { RatchetrFunction } from './ratchetr-function.ts';
import type { Workers } from './workers.ts';

export interface DecisionProps extends Foundation {
  readonly workers: Workers;
}

/** Looks at what is due: clock -> `tick` -> the decide queue -> `decide`; and `reconcile` behind both. */
export class DecisionLambdas extends Construct {
  readonly tick: RatchetrFunction;
  readonly decide: RatchetrFunction;
  readonly reconcile: RatchetrFunction;

  constructor(scope: Construct, id: string, props: DecisionProps) {
    super(scope, id);
    this.tick = this.createTick(props);
    this.decide = this.createDecide(props);
    this.reconcile = this.createReconcile(props);
    everyMinutes(this, 1, this.tick);
    everyMinutes(this, 5, this.reconcile);
    props.queues.consume('decide', this.decide);
  }

  private createTick({ storage, queues, defaults }: DecisionProps): RatchetrFunction {
    return new RatchetrFunction(this, 'Tick', {
      name: 'tick',
      description: 'Queues the workspaces that are due, once a minute',
      memory: 256,
      // Longer than a minute would let ticks run beside each other.
      timeout: Duration.seconds(50),
      needs: [storage.useTable, queues.send('decide')],
      defaults,
    });
  }

  private createDecide(props: DecisionProps): RatchetrFunction {
    const { storage, secrets, queues, workers, defaults } = props;
    return new RatchetrFunction(this, 'Decide', {
      ...consumerProps('decide'),
      description: 'Looks at pull requests and decides about them',
      // Up to fifty pull requests a message, read side by side.
      memory: 1024,
      needs: [
        storage.useTable,
        storage.readTogether,
        storage.freePlaces,
        secrets.readGitHub,
        queues.sendAll,
        // Workers that no workspace names any more are stopped before anything else is decided.
        workers.describe,
        workers.stop,
      ],
      defaults,
    });
  }

  private createReconcile(props: DecisionProps): RatchetrFunction {
    const { storage, secrets, queues, workers, defaults } = props;
    return new RatchetrFunction(this, 'Reconcile', {
      name: 'reconcile',
      description: 'Makes up for lost webhooks, every five minutes',
      memory: 512,
      // It lists all open pull requests; its next turn must find it done.
      timeout: Duration.seconds(290),
      // Of workers it asks whether they are over, for the places that they took.
      needs: [
        storage.useTable,
        storage.freePlaces,
        secrets.readGitHub,
        queues.sendAll,
        workers.describe,
      ],
      defaults,
    });
  }
}

/** Invokes a function every so many minutes. A turn that fails is not repeated: the next one comes by itself. */
function everyMinutes(scope: Construct, minutes: number, target: IFunction): void {
  const role = new Role(scope, `${target.node.id}ScheduleRole`, {
    assumedBy: new ServicePrincipal('scheduler.amazonaws.com', {
      conditions: { StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID } },
    }),
  });
  role.addToPolicy(
    new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: [target.functionArn] }),
  );
  new CfnSchedule(scope, `${target.node.id}Schedule`, {
    scheduleExpression: `rate(${minutes} minute${minutes === 1 ? '' : 's'})`,
    flexibleTimeWindow: { mode: 'OFF' },
    target: {
      arn: target.functionArn,
      roleArn: role.roleArn,
      retryPolicy: { maximumRetryAttempts: 0, maximumEventAgeInSeconds: 60 },
    },
  });
  // The scheduler only drops its call into a queue of Lambda, which retries by a policy of its own.
  target.configureAsyncInvoke({ retryAttempts: 0, maxEventAge: Duration.seconds(60) });
}
