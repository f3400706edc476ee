import { PurgeQueueCommand, SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import { mockClient } from 'aws-sdk-client-mock';
import { afterEach, describe, expect, it } from 'vitest';
import { createSqsClient, createSqsQueue } from '#aws/sqs-queue.ts';
import { systemClock } from '#platform/system/clock.ts';
import { createIds } from '#platform/system/ids.ts';
import { type Message, message } from '#model/message.ts';
import type { OpenedStore } from '../contracts/contract.ts';
import { queueContract } from '../contracts/queue/contract.ts';
import { look, numbered, type Subject } from '../contracts/queue/subject.ts';
import { createImpatientClock } from '../support/manual-clock.ts';
import { motoAccount, sharedMoto } from '../support/moto.ts';
import { runId, workspaceId } from '../support/samples.ts';
import { createSqsReceiver, isEmpty, makeQueue, peek } from '../support/sqs-queues.ts';

const moto = sharedMoto();
const ids = createIds({ clock: systemClock });

let made = 0;

/** Two queues of a stack: one for looks and another for everything else. */
async function freshQueues() {
  const { endpoint } = await moto();
  const client = createSqsClient({ ...motoAccount, endpoint });
  made += 1;
  const looks = await makeQueue(client, `main-${made}-looks`);
  const others = await makeQueue(client, `main-${made}-others`);
  const urlOf = ({ kind }: Message): string => (kind === 'look' ? looks.url : others.url);
  return { client, looks, others, urlOf };
}

queueContract('queue on SQS', { open });

async function open(): Promise<OpenedStore<Subject>> {
  const { client, looks, others, urlOf } = await freshQueues();
  const pairs = [looks, others];
  const reopen = async (): Promise<Subject> => {
    const dying = new AbortController();
    const concurrency = 4;
    const urls = pairs.map(({ url }) => url);
    const receiver = createSqsReceiver(client, { urls, concurrency, pollMs: 5 });
    const sender = createSqsQueue({ client, clock: systemClock, ids }, { urlOf });
    return {
      queue: {
        send: (messages) => sender.send(messages),
        receive: (handle, signal) =>
          receiver.receive(handle, AbortSignal.any([signal, dying.signal])),
      },
      concurrency,
      mostAttempts: 5,
      dead: async () => {
        const bodies = await Promise.all(pairs.map(({ deadUrl }) => bodiesIn(client, deadUrl)));
        return bodies.flat();
      },
      isEmpty: async () => {
        const empty = await Promise.all(urls.map((url) => isEmpty(client, url)));
        return empty.every(Boolean);
      },
      die: async () => dying.abort(),
    };
  };
  return {
    store: await reopen(),
    reopen,
    settle: async () => undefined,
    close: async () => {
      for (const { url } of pairs) await client.send(new PurgeQueueCommand({ QueueUrl: url }));
    },
  };
}

async function bodiesIn(client: SQSClient, url: string): Promise<readonly Message[]> {
  const received = await peek(client, url);
  return received.map(({ Body }) => message.parse(JSON.parse(Body ?? '')));
}

/** The groups of all messages in a queue. */
async function groupsIn(ofQueue: SQSClient, url: string): Promise<readonly string[]> {
  const received = await peek(ofQueue, url);
  return received
    .map(({ Attributes }) => Attributes?.MessageGroupId ?? '')
    .toSorted((a, b) => a.localeCompare(b));
}

const report = (id: string): Message => ({
  kind: 'command',
  schemaVersion: 1,
  workspaceId: workspaceId(id),
  command: { kind: 'report', runId: runId('run-1') },
});

describe('messages on SQS', () => {
  it('are shared fairly between repositories', async () => {
    const { client, looks, others, urlOf } = await freshQueues();
    const queue = createSqsQueue({ client, clock: systemClock, ids }, { urlOf });
    await queue.send([
      look('github.com:7:1', 'github.com:7:2'),
      look('github.com:8:1'),
      report('github.com:7:3'),
      report('plain'),
    ]);
    expect(await groupsIn(client, looks.url)).toEqual(['github.com:7', 'github.com:8']);
    expect(await groupsIn(client, others.url)).toEqual(['github.com:7', 'plain']);
  });

  it('of one pull request keep their order where order is kept, and repetitions stay', async () => {
    const { endpoint } = await moto();
    const client = createSqsClient({ ...motoAccount, endpoint });
    const { url } = await makeQueue(client, 'main-report.fifo');
    const queue = createSqsQueue({ client, clock: systemClock, ids }, { urlOf: () => url });
    await queue.send([
      report('github.com:7:1'),
      report('github.com:7:1'),
      report('github.com:7:2'),
    ]);
    expect(await groupsIn(client, url)).toEqual([
      'github.com:7:1',
      'github.com:7:1',
      'github.com:7:2',
    ]);
  });
});

// What moto cannot do: take a part of a batch.
const client = new SQSClient({ ...motoAccount });
const sqs = mockClient(client);
afterEach(() => void sqs.reset());

function mocked(urlOf: (message: Message) => string = () => 'https://sqs/1/main-decide') {
  const clock = createImpatientClock();
  return createSqsQueue({ client, clock, ids }, { urlOf });
}

const byKind = ({ kind }: Message): string => `https://sqs/1/${kind}`;

const batches = () =>
  sqs.commandCalls(SendMessageBatchCommand).map(({ args: [command] }) => command.input);

const asked = (text: string): Message => ({
  kind: 'asked',
  schemaVersion: 1,
  workspaceId: workspaceId('github.com:7:1'),
  commentId: '7',
  login: 'ann',
  text,
});

describe('a batch for SQS', () => {
  it('has ten messages at most, and a quarter of a megabyte', async () => {
    sqs.on(SendMessageBatchCommand).resolves({});
    await mocked().send(Array.from({ length: 23 }, (_, index) => numbered(index)));
    expect(batches().map(({ Entries: entries = [] }) => entries.length)).toEqual([10, 10, 3]);
    sqs.reset();
    sqs.on(SendMessageBatchCommand).resolves({});
    const long = asked('ü'.repeat(60_000));
    const longest = asked('ü'.repeat(200_000));
    await mocked().send([long, long, long, longest, long]);
    expect(batches().map(({ Entries: entries = [] }) => entries.length)).toEqual([2, 1, 1, 1]);
    for (const { Entries: entries = [] } of batches()) {
      expect(new Set(entries.map(({ Id }) => Id)).size).toBe(entries.length);
    }
  });

  it('has no character that SQS refuses', async () => {
    sqs.on(SendMessageBatchCommand).resolves({});
    const text = '\uFFFE\uFFFF\u0000\uD800\u{1F600}';
    await mocked().send([asked(text)]);
    const body = batches()[0]?.Entries?.[0]?.MessageBody ?? '';
    // oxlint-disable-next-line no-control-regex -- These are the characters that SQS takes.
    expect(body).toMatch(/^[\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]+$/u);
    expect(JSON.parse(body)).toMatchObject({ text });
  });

  it('is sent again as far as it was not taken, under the same names', async () => {
    const busy = { Id: '1', SenderFault: false, Code: 'InternalError', Message: 'busy' };
    sqs
      .on(SendMessageBatchCommand)
      .resolvesOnce({ Failed: [busy, { ...busy, Id: '2' }] })
      .resolvesOnce({ Failed: [busy] })
      .resolves({});
    await mocked(() => 'https://sqs/1/main-report.fifo').send([1, 2, 3].map((n) => numbered(n)));
    const [first, second, third] = batches().map(({ Entries: entries }) => entries);
    expect(second).toEqual(first?.slice(1));
    expect(third).toEqual(first?.slice(1, 2));
    expect(batches()).toHaveLength(3);
  });

  it('that is never taken is thrown in the end, and keeps back no other', async () => {
    const busy = { Id: '0', SenderFault: false, Code: 'InternalError', Message: 'busy' };
    sqs
      .on(SendMessageBatchCommand, { QueueUrl: 'https://sqs/1/look' })
      .resolves({ Failed: [busy] })
      .on(SendMessageBatchCommand, { QueueUrl: 'https://sqs/1/command' })
      .resolves({});
    await expect(mocked(byKind).send([look('a:1'), numbered(1)])).rejects.toThrow(
      '1 of 1 messages were not taken by https://sqs/1/look (InternalError: busy)',
    );
    expect(batches().map(({ QueueUrl }) => QueueUrl?.slice('https://sqs/1/'.length))).toEqual([
      'look',
      'look',
      'look',
      'command',
    ]);
  });

  it('that SQS will never take is not sent again', async () => {
    const fault = { Id: '0', SenderFault: true, Code: 'InvalidMessageContents', Message: 'no' };
    sqs.on(SendMessageBatchCommand).resolves({ Failed: [fault] });
    await expect(mocked().send([numbered(1)])).rejects.toThrow(/InvalidMessageContents: no/);
    expect(batches()).toHaveLength(1);
    sqs.on(SendMessageBatchCommand).rejects(new Error('no such queue'));
    await expect(mocked(byKind).send([numbered(1), look('a:1')])).rejects.toMatchObject({
      message: 'Messages could not be sent.',
      errors: [{ message: 'no such queue' }, { message: 'no such queue' }],
    });
  });
});
