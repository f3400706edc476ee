import { Duration } from 'aws-cdk-lib';
import { Rule } from 'aws-cdk-lib/aws-events';
import { SqsQueue } from 'aws-cdk-lib/aws-events-targets';
import { Construct } from 'constructs';
import type { Foundation } from './foundation.ts';
import { consumerProps } from './queues.ts';
import { RatchetrFunction } from './ratchetr-function.ts';
import type { Workers } from './workers.ts';

export interface DispatchingProps extends Foundation {
  readonly workers: Workers;
}

/** The life of a worker: the dispatch queue -> `dispatch` -> a task -> its stop -> `record-exit`. */
export class Dispatching extends Construct {
  readonly dispatch: RatchetrFunction;
  readonly recordExit: RatchetrFunction;

  constructor(scope: Construct, id: string, props: DispatchingProps) {
    super(scope, id);
    this.dispatch = this.createDispatch(props);
    this.recordExit = this.createRecordExit(props);
    props.queues.consume('dispatch', this.dispatch);
    props.queues.consume('exit', this.recordExit);
    this.reportStops(props);
  }

  private createDispatch(props: DispatchingProps): RatchetrFunction {
    const { storage, secrets, queues, workers, defaults } = props;
    return new RatchetrFunction(this, 'Dispatch', {
      ...consumerProps('dispatch'),
      description: 'Launches workers and stops them',
      memory: 512,
      needs: [
        storage.useTable,
        storage.readTogether,
        storage.freePlaces,
        storage.useArtifacts,
        secrets.readGitHub,
        secrets.readBroker,
        queues.sendAll,
        workers.launch,
        workers.describe,
        workers.stop,
      ],
      defaults,
    });
  }

  private createRecordExit(props: DispatchingProps): RatchetrFunction {
    const { storage, queues, workers, defaults } = props;
    return new RatchetrFunction(this, 'RecordExit', {
      ...consumerProps('exit'),
      description: 'Accounts for workers that are over',
      memory: 512,
      needs: [
        storage.useTable,
        storage.readTogether,
        storage.freePlaces,
        storage.useArtifacts,
        queues.sendAll,
        workers.describe,
        workers.stop,
      ],
      defaults,
    });
  }

  // Through the queue: a stop that `record-exit` fails to handle is tried again, and ends with the dead letters.
  private reportStops({ queues, workers }: DispatchingProps): void {
    new Rule(this, 'Stops', {
      description: 'A worker is over',
      eventPattern: {
        source: ['aws.ecs'],
        detailType: ['ECS Task State Change'],
        detail: { clusterArn: [workers.cluster.clusterArn], lastStatus: ['STOPPED'] },
      },
      targets: [
        new SqsQueue(queues.live.exit, {
          deadLetterQueue: queues.dead.exit,
          retryAttempts: 24,
          maxEventAge: Duration.hours(1),
        }),
      ],
    });
  }
}
