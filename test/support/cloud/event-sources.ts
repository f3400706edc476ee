import { setTimeout as sleep } from 'node:timers/promises';
import {
  ChangeMessageVisibilityCommand,
  DeleteMessageBatchCommand,
  GetQueueUrlCommand,
  type Message,
  ReceiveMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import * as z from 'zod';
import { motoAccount } from '../moto.ts';
import { ofType, type StackTemplate } from '../stack-template.ts';
import type { CloudFunction, Functions } from './functions.ts';
import type { Stack } from './resources.ts';

const mapping = z.object({
  EventSourceArn: z.string(),
  FunctionName: z.string(),
  BatchSize: z.number(),
  FunctionResponseTypes: z.tuple([z.literal('ReportBatchItemFailures')]),
  ScalingConfig: z.object({ MaximumConcurrency: z.number() }),
});

const batchResponse = z.object({
  batchItemFailures: z.array(z.object({ itemIdentifier: z.string() })),
});

export interface SourcesOptions {
  readonly template: StackTemplate;
  readonly stack: Stack;
  readonly queues: SQSClient;
  readonly functions: Functions;
  readonly signal: AbortSignal;
}

/** How often a queue is asked that had nothing. */
const pollMs = 500;

/** Brings the messages of each queue to its function, as the event sources of the template say. */
export async function runEventSources(options: SourcesOptions): Promise<void> {
  const sources = ofType(options.template, 'AWS::Lambda::EventSourceMapping');
  await Promise.all(sources.map(([id]) => runEventSource(options, id)));
}

async function runEventSource(
  { stack, queues, functions, signal }: SourcesOptions,
  id: string,
): Promise<void> {
  const given = mapping.parse(await stack.properties(id));
  const arn = given.EventSourceArn;
  const target = functionOf(functions, given.FunctionName);
  const url = await urlOf(queues, arn);
  const busy = new Set<Promise<void>>();
  while (!signal.aborted) {
    const messages =
      busy.size < given.ScalingConfig.MaximumConcurrency
        ? await receive(queues, url, given.BatchSize)
        : [];
    if (messages.length > 0) {
      const work = serve(queues, { url, arn, target, messages }).finally(() => busy.delete(work));
      busy.add(work);
    } else await sleep(pollMs);
  }
  await Promise.allSettled(busy);
}

/** The template names a function by its name, which is that of the stack and its own. */
function functionOf(functions: Functions, name: string): CloudFunction {
  return functions.find(name.replace(/^ratchetr-/, ''));
}

async function urlOf(queues: SQSClient, arn: string): Promise<string> {
  const name = arn.slice(arn.lastIndexOf(':') + 1);
  return (await queues.send(new GetQueueUrlCommand({ QueueName: name }))).QueueUrl ?? '';
}

async function receive(
  queues: SQSClient,
  QueueUrl: string,
  most: number,
): Promise<readonly Message[]> {
  const command = new ReceiveMessageCommand({
    QueueUrl,
    MaxNumberOfMessages: most,
    WaitTimeSeconds: 0,
    MessageSystemAttributeNames: ['All'],
  });
  return (await queues.send(command)).Messages ?? [];
}

interface Batch {
  readonly url: string;
  readonly arn: string;
  readonly target: CloudFunction;
  readonly messages: readonly Message[];
}

/** What failed is shown again at once, where Lambda would let the time pass in which it is hidden. */
async function serve(queues: SQSClient, { url, arn, target, messages }: Batch): Promise<void> {
  const failed = await failedOf(target, arn, messages);
  const done = messages.filter(({ MessageId: id = '' }) => !failed.has(id));
  if (done.length > 0) {
    const Entries = done.map(({ ReceiptHandle }, index) => ({ Id: `${index}`, ReceiptHandle }));
    await queues.send(new DeleteMessageBatchCommand({ QueueUrl: url, Entries }));
  }
  for (const { MessageId: id = '', ReceiptHandle } of messages) {
    if (!failed.has(id)) continue;
    const place = { QueueUrl: url, ReceiptHandle };
    await queues.send(new ChangeMessageVisibilityCommand({ ...place, VisibilityTimeout: 0 }));
  }
}

/** A function that fails as a whole has done nothing of its batch. */
async function failedOf(
  target: CloudFunction,
  arn: string,
  messages: readonly Message[],
): Promise<ReadonlySet<string>> {
  const event = { Records: messages.map((message) => recordOf(message, arn)) };
  try {
    const { batchItemFailures: failures } = batchResponse.parse(await target.invoke(event));
    return new Set(failures.map(({ itemIdentifier }) => itemIdentifier));
  } catch {
    return new Set(messages.map(({ MessageId: id = '' }) => id));
  }
}

function recordOf(message: Message, arn: string): object {
  return {
    messageId: message.MessageId,
    receiptHandle: message.ReceiptHandle,
    body: message.Body,
    attributes: message.Attributes ?? {},
    messageAttributes: {},
    md5OfBody: message.MD5OfBody,
    eventSource: 'aws:sqs',
    eventSourceARN: arn,
    awsRegion: motoAccount.region,
  };
}
