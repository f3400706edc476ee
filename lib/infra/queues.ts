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
import { environmentNames } from '#config/env-names.ts';
import type { Need } from './need.ts';

/** How long each consumer may take. A message stays hidden six times as long, as Lambda advises. */
export const consumerTimeouts = {
  decide: Duration.minutes(2),
  dispatch: Duration.minutes(1),
  publish: Duration.minutes(2),
  exit: Duration.minutes(1),
  report: Duration.minutes(1),
} as const;

export type QueueName = keyof typeof consumerTimeouts;

export interface Consumption {
  readonly batchSize: number;
  /** Batches at once; Lambda allows no fewer than two. */
  readonly maxConcurrency: number;
}

/** What carries messages between the parts of the flow, each queue with one for its dead letters. */
export class Queues extends Construct {
  readonly live: Readonly<Record<QueueName, Queue>>;
  readonly dead: Readonly<Record<QueueName, Queue>>;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    const dead = (name: QueueName) => this.createQueue(`${name}-dead`, { fifo: isFifo(name) });
    this.dead = everyQueue(dead);
    this.live = everyQueue((name) => this.createLive(name));
  }

  /** Sends to one queue. */
  send(name: QueueName): Need {
    return this.sendNeed([name]);
  }

  /** Sends to all of them: for whoever changes workspaces, since a change may ask for anything. */
  get sendAll(): Need {
    return this.sendNeed(queueNames);
  }

  /** How many messages wait, and how many are dead. */
  get measure(): Need {
    const queues = [...Object.values(this.live), ...Object.values(this.dead)];
    return {
      environment: {},
      statements: [
        {
          actions: ['sqs:GetQueueAttributes'],
          resources: queues.map(({ queueArn }) => queueArn),
        },
      ],
    };
  }

  /** Has a function carry out what a queue brings, each message for itself. */
  consume(name: QueueName, by: IFunction, { batchSize, maxConcurrency }: Consumption): void {
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
        names.map((name) => [urlNames[name], this.live[name].queueUrl]),
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
      visibilityTimeout: Duration.seconds(consumerTimeouts[name].toSeconds() * 6),
      deadLetterQueue: { queue: this.dead[name], maxReceiveCount: 5 },
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

const urlNames = {
  decide: environmentNames.queueDecide,
  dispatch: environmentNames.queueDispatch,
  publish: environmentNames.queuePublish,
  exit: environmentNames.queueExit,
  report: environmentNames.queueReport,
} as const satisfies Record<QueueName, string>;

const queueNames = ['decide', 'dispatch', 'publish', 'exit', 'report'] as const;

// Groups are pull requests: each in its order, and none waits for another.
const fifoProps: QueueProps = {
  fifo: true,
  deduplicationScope: DeduplicationScope.MESSAGE_GROUP,
  fifoThroughputLimit: FifoThroughputLimit.PER_MESSAGE_GROUP_ID,
};

// Reports of one pull request must not overtake each other; all else may come in any order.
function isFifo(name: QueueName): boolean {
  return name === 'report';
}

function everyQueue(create: (name: QueueName) => Queue): Record<QueueName, Queue> {
  return {
    decide: create('decide'),
    dispatch: create('dispatch'),
    publish: create('publish'),
    exit: create('exit'),
    report: create('report'),
  };
}
