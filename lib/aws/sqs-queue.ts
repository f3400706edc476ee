import {
  SendMessageBatchCommand,
  type SendMessageBatchRequestEntry,
  SQSClient,
} from '@aws-sdk/client-sqs';
import type { WorkspaceId } from '#model/ids.ts';
import type { Message } from '#model/message.ts';
import type { Timer } from '#base/needs/clock.ts';
import type { TokenSource } from '#model/needs/ids.ts';
import type { Queue } from '#ratchet/needs/queue.ts';
import { serviceDefaults, type ServiceOptions } from './service-options.ts';

export interface SqsServices {
  /** By default one as the environment has it. */
  readonly client?: SQSClient;
  readonly clock: Timer;
  readonly ids: TokenSource;
}

export interface SqsQueueOptions {
  /** The queue that a message belongs in; one whose address ends in `.fifo` keeps the order of a workspace. */
  readonly urlOf: (message: Message) => string;
}

export function createSqsClient(options: ServiceOptions = {}): SQSClient {
  return new SQSClient({ ...serviceDefaults, ...options });
}

/** Sends to several queues of SQS. What cannot be sent keeps back nothing else, and is thrown in the end. */
export function createSqsQueue(
  { client = createSqsClient(), clock, ids }: SqsServices,
  { urlOf }: SqsQueueOptions,
): Queue {
  return {
    send: async (messages) => {
      const failures: unknown[] = [];
      for (const [url, ofQueue] of Map.groupBy(messages, urlOf)) {
        const entries = ofQueue.map((message) => toBatchEntry(message, { url, ids }));
        for (const batch of packBatches(entries)) {
          await sendBatch({ client, clock }, url, batch).catch((error: unknown) =>
            failures.push(error),
          );
        }
      }
      if (failures.length === 1) throw failures[0];
      if (failures.length > 1) throw new AggregateError(failures, 'Messages could not be sent.');
    },
  };
}

type Entry = SendMessageBatchRequestEntry & { readonly MessageBody: string };

function toBatchEntry(
  message: Message,
  { url, ids }: { readonly url: string; readonly ids: TokenSource },
): Entry {
  const [first] = message.kind === 'look' ? message.workspaceIds : [message.workspaceId];
  if (first === undefined) throw new Error('A look at no workspace cannot be sent.');
  const ordered = url.endsWith('.fifo');
  return {
    Id: '0',
    MessageBody: encodeMessage(message),
    // On a queue without order a group is a share: one repository with much to do holds up no other.
    MessageGroupId: ordered ? first : repositoryGroup(first),
    // A repetition that is meant, like a second report, must not be taken for a first that came twice.
    ...(ordered && { MessageDeduplicationId: ids.token() }),
  };
}

/** SQS refuses these two characters; in the text of a message they are as good escaped. */
function encodeMessage(message: Message): string {
  return JSON.stringify(message)
    .replaceAll('\uFFFE', String.raw`\ufffe`)
    .replaceAll('\uFFFF', String.raw`\uffff`);
}

/** What stands before the last colon is the same for all pull requests of a repository. */
function repositoryGroup(id: WorkspaceId): string {
  const end = id.lastIndexOf(':');
  return end > 0 ? id.slice(0, end) : id;
}

const mostEntries = 10;
// A quarter of what SQS takes, which is what it used to take and what places that speak its protocol still do.
const mostBytes = 256 * 1024;

/** As few batches as fit, in their order; one message that is too large stands alone, for SQS to judge. */
function packBatches(entries: readonly Entry[]): readonly (readonly Entry[])[] {
  const batches: Entry[][] = [];
  let bytes = 0;
  for (const entry of entries) {
    const size = Buffer.byteLength(entry.MessageBody);
    const last = batches.at(-1);
    if (last === undefined || last.length === mostEntries || bytes + size > mostBytes) {
      batches.push([entry]);
      bytes = size;
    } else {
      last.push(entry);
      bytes += size;
    }
  }
  return batches.map((batch) => batch.map((entry, index) => ({ ...entry, Id: String(index) })));
}

/** The SDK repeats a request that failed, but not the part of it that did. */
async function sendBatch(
  { client, clock }: { readonly client: SQSClient; readonly clock: Timer },
  url: string,
  batch: readonly Entry[],
): Promise<void> {
  let open = batch;
  for (const pauseMs of [100, 500, undefined]) {
    const command = new SendMessageBatchCommand({ QueueUrl: url, Entries: [...open] });
    const { Failed: failed = [] } = await client.send(command);
    if (failed.length === 0) return;
    const fault = failed.find(({ SenderFault }) => SenderFault === true);
    if (pauseMs === undefined || fault !== undefined) {
      const { Code = 'no code', Message = 'no message' } = fault ?? failed[0] ?? {};
      throw new Error(
        `${failed.length} of ${batch.length} messages were not taken by ${url} (${Code}: ${Message})`,
      );
    }
    const ids = new Set(failed.map(({ Id }) => Id));
    open = open.filter(({ Id }) => ids.has(Id));
    await clock.sleep(pauseMs);
  }
}
