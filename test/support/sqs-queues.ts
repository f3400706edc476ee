import { setTimeout as sleep } from 'node:timers/promises';
import {
  ChangeMessageVisibilityCommand,
  type ChangeMessageVisibilityCommandInput,
  CreateQueueCommand,
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  type Message as Received,
  ReceiveMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import { type Message, message } from '#model/message.ts';
import type { Handled, QueueReceiver } from '#ratchet/needs/queue.ts';

export interface QueuePair {
  readonly url: string;
  /** Where messages go that nobody could handle. */
  readonly deadUrl: string;
}

/** Makes a queue with its dead-letter queue, as the stack does but for the times. */
export async function makeQueue(
  client: SQSClient,
  name: string,
  { mostAttempts = 5, visibility = 3 } = {},
): Promise<QueuePair> {
  const kind = name.endsWith('.fifo') ? { FifoQueue: 'true' } : {};
  const make = async (QueueName: string, Attributes: Record<string, string>): Promise<string> => {
    const command = new CreateQueueCommand({ QueueName, Attributes: { ...kind, ...Attributes } });
    return (await client.send(command)).QueueUrl ?? '';
  };
  const deadUrl = await make(name.replace(/(\.fifo)?$/, '-dead$1'), {});
  const { Attributes: dead } = await client.send(
    new GetQueueAttributesCommand({ QueueUrl: deadUrl, AttributeNames: ['QueueArn'] }),
  );
  const redrive = { deadLetterTargetArn: dead?.['QueueArn'], maxReceiveCount: mostAttempts };
  const url = await make(name, {
    VisibilityTimeout: String(visibility),
    RedrivePolicy: JSON.stringify(redrive),
  });
  return { url, deadUrl };
}

/** Everything that a queue has, and stays in it. */
export async function peek(client: SQSClient, url: string): Promise<readonly Received[]> {
  const seen: Received[] = [];
  for (;;) {
    const batch = await receive(client, url, { most: 10, visibility: 600 });
    if (batch.length === 0) break;
    seen.push(...batch);
  }
  for (const { ReceiptHandle } of seen) await show(client, { QueueUrl: url, ReceiptHandle });
  return seen;
}

type Place = Pick<ChangeMessageVisibilityCommandInput, 'QueueUrl' | 'ReceiptHandle'>;

/** Lets a message be received again at once. */
async function show(client: SQSClient, place: Place): Promise<void> {
  await client.send(new ChangeMessageVisibilityCommand({ ...place, VisibilityTimeout: 0 }));
}

/** Whether nothing waits in the queue, and nobody has anything of it. */
export async function isEmpty(client: SQSClient, url: string): Promise<boolean> {
  const counts = ['ApproximateNumberOfMessages', 'ApproximateNumberOfMessagesNotVisible'] as const;
  const command = new GetQueueAttributesCommand({ QueueUrl: url, AttributeNames: [...counts] });
  const { Attributes: found } = await client.send(command);
  return counts.every((name) => found?.[name] === '0');
}

export interface SqsReceiverOptions {
  readonly urls: readonly string[];
  /** Messages under way at once, of all queues together. */
  readonly concurrency: number;
  readonly pollMs: number;
}

/** Receives from queues of SQS as an event source of Lambda does: a message is deleted once it is done. */
export function createSqsReceiver(
  client: SQSClient,
  { urls, concurrency, pollMs }: SqsReceiverOptions,
): QueueReceiver {
  return {
    receive: async (handle, signal) => {
      const underWay = new Set<Promise<void>>();
      while (!signal.aborted) {
        for (const url of urls) {
          const free = concurrency - underWay.size;
          if (free === 0 || signal.aborted) break;
          for (const received of await receive(client, url, { most: Math.min(10, free) })) {
            const work = serve(client, { url, received, handle }).finally(() =>
              underWay.delete(work),
            );
            underWay.add(work);
          }
        }
        await sleep(pollMs);
      }
      await Promise.all(underWay);
    },
  };
}

async function receive(
  client: SQSClient,
  url: string,
  { most, visibility }: { readonly most: number; readonly visibility?: number },
): Promise<readonly Received[]> {
  const command = new ReceiveMessageCommand({
    QueueUrl: url,
    MaxNumberOfMessages: most,
    // moto answers one request after the other, so nobody may wait inside of it.
    WaitTimeSeconds: 0,
    MessageSystemAttributeNames: ['All'],
    ...(visibility !== undefined && { VisibilityTimeout: visibility }),
  });
  return (await client.send(command)).Messages ?? [];
}

interface Service {
  readonly url: string;
  readonly received: Received;
  readonly handle: (message: Message) => Promise<Handled>;
}

async function serve(client: SQSClient, { url, received, handle }: Service): Promise<void> {
  const place = { QueueUrl: url, ReceiptHandle: received.ReceiptHandle };
  const outcome = await handle(message.parse(JSON.parse(received.Body ?? ''))).catch(() => 'retry');
  if (outcome === 'done') await client.send(new DeleteMessageCommand(place));
  else await show(client, place);
}
