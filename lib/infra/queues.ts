import { Duration, Stack } from 'aws-cdk-lib';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import {
  DeduplicationScope,
  FifoThroughputLimit,
  Queue,
  QueueEncryption,
  type QueueProps,
} from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import {
  eachQueue,
  hiddenTimes,
  mostTries,
  type QueueName,
  queueNames,
  queues,
} from '#config/queues.ts';
import type { Need } from './ratchetr-function.ts';

/** What carries messages between the parts of the flow, each queue with one for its dead letters. */
export class Queues extends Construct {
  readonly live: Readonly<Record<QueueName, Queue>>;
  readonly dead: Readonly<Record<QueueName, Queue>>;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.dead = eachQueue((name) => this.createQueue(`${name}-dead`, { fifo: isFifo(name) }));
    this.live = eachQueue((name) => this.createLive(name));
  }

  /** Sends to one queue. */
  send(name: QueueName): Need {
    return this.sendNeed([name]);
  }

  /** Sends to all of them: a function that changes workspaces may ask for anything. */
  get sendAll(): Need {
    return this.sendNeed(queueNames);
  }

  /** How many messages wait, and how many are dead. */
  get measure(): Need {
    const both = [...Object.values(this.live), ...Object.values(this.dead)];
    return {
      environment: {},
      statements: [
        {
          actions: ['sqs:GetQueueAttributes'],
          resources: both.map(({ queueArn }) => queueArn),
        },
      ],
    };
  }

  /** Has its function handle what a queue brings, each message for itself. */
  consume(name: QueueName, by: IFunction): void {
    const { batchSize, maxConcurrency } = queues[name];
    by.addEventSource(
      new SqsEventSource(this.live[name], {
        batchSize,
        maxConcurrency,
        reportBatchItemFailures: true,
      }),
    );
  }

  private sendNeed(names: readonly QueueName[]): Need {
    return {
      environment: Object.fromEntries(
        names.map((name) => [queues[name].address, this.live[name].queueUrl]),
      ),
      statements: [
        {
          actions: ['sqs:SendMessage'],
          resources: names.map((name) => this.live[name].queueArn),
        },
      ],
    };
  }

  private createLive(name: QueueName): Queue {
    return this.createQueue(name, {
      fifo: isFifo(name),
      visibilityTimeout: Duration.seconds(queues[name].timeoutSeconds * hiddenTimes),
      deadLetterQueue: { queue: this.dead[name], maxReceiveCount: mostTries },
    });
  }

  private createQueue(name: string, { fifo, ...props }: QueueProps): Queue {
    return new Queue(this, name, {
      queueName: `${Stack.of(this).stackName}-${name}${fifo === true ? '.fifo' : ''}`,
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
      ...(fifo === true ? fifoProps : {}),
      ...props,
    });
  }
}

// Groups are pull requests: each in its order, and none waits for another.
const fifoProps: QueueProps = {
  fifo: true,
  deduplicationScope: DeduplicationScope.MESSAGE_GROUP,
  fifoThroughputLimit: FifoThroughputLimit.PER_MESSAGE_GROUP_ID,
};

function isFifo(name: QueueName): boolean {
  return queues[name].isOrdered;
}

/** The function that a queue wakes, as its construct is told of it. */
export function consumerProps(name: QueueName): {
  readonly name: string;
  readonly timeout: Duration;
} {
  const { consumer, timeoutSeconds } = queues[name];
  return { name: consumer, timeout: Duration.seconds(timeoutSeconds) };
}
