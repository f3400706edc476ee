import type { QueueRecord } from '#aws/runtime/events.ts';
import { describe, expect, it } from 'vitest';
import { refuse } from '#base/outcome.ts';
import type { Message } from '#model/message.ts';
import { silentMetrics as metrics } from '../../github/ground.ts';
import { recordingLog } from '../../support/recording-log.ts';
import { parseMessage, serveQueue, parserFor } from '../../../lib/aws/runtime/serve-queue.ts';
const look = (id: string): string =>
  JSON.stringify({ kind: 'look', schemaVersion: 1, workspaceIds: [id] });

describe('a batch of messages', () => {
  it('names those that failed, and only those', async () => {
    const carried: string[] = [];
    const response = await serve(
      [record('a', look('w:1')), record('b', look('w:2'))],
      async (id) => {
        if (id === 'w:1') throw new Error('The store is away');
        carried.push(id);
        return 'done';
      },
    );
    expect(response).toEqual({ batchItemFailures: [{ itemIdentifier: 'a' }] });
    expect(carried).toEqual(['w:2']);
  });

  it.each([
    ['no JSON', '{', 'It is not JSON.'],
    ['no message of ours', '{"kind":"look"}', 'It is not a message: schemaVersion'],
  ])('sends %s back, so that it ends with the dead letters', async (_name, body, reason) => {
    const log = recordingLog();
    const response = await serveQueue(
      { log, metrics },
      { Records: [record('bad', body)] },
      readsLooks(),
    );
    expect(response.batchItemFailures).toEqual([{ itemIdentifier: 'bad' }]);
    expect(JSON.stringify(log.entries)).toContain(reason);
  });

  it('says whom a failure concerns, and nothing of what somebody wrote', async () => {
    const log = recordingLog();
    const asked = { kind: 'asked', schemaVersion: 1, workspaceId: 'w:1', commentId: '7' };
    const body = JSON.stringify({ ...asked, login: 'ann', text: '/ratchet fix the till' });
    const reading = { read: parseMessage, handle: fails };
    await serveQueue({ log, metrics }, { Records: [record('a', body)] }, reading);
    expect(log.of('A message could not be handled')).toMatchObject([
      { messageId: 'a', workspaceId: 'w:1' },
    ]);
    expect(JSON.stringify(log.entries)).not.toContain('till');
  });

  it('lets what comes again come again', async () => {
    const response = await serve([record('a', look('w:1'))], async () => 'retry');
    expect(response.batchItemFailures).toEqual([{ itemIdentifier: 'a' }]);
  });

  it('keeps the order within a group of a FIFO queue', async () => {
    const carried: string[] = [];
    const records = [fifo('1', 'one'), fifo('2', 'one'), fifo('3', 'one'), fifo('4', 'other')];
    const response = await serve(records, async (id) => {
      carried.push(id);
      return id === 'w:2' ? 'retry' : 'done';
    });
    // The third would overtake the second.
    expect(response.batchItemFailures.map((one) => one.itemIdentifier)).toEqual(['2', '3']);
    expect(carried.toSorted()).toEqual(['w:1', 'w:2', 'w:4']);
  });
});

const misdelivered = (kind: string) => refuse('not-ours', `It belongs on another queue: ${kind}.`);

describe('a command', () => {
  const read = parserFor('dispatch');

  it('is read where it belongs', () => {
    const command = { kind: 'dispatch', runId: 'run-1' };
    expect(read(written(command))).toMatchObject({
      kind: 'ok',
      value: { workspaceId: 'w:1', command },
    });
  });

  it('is refused where it does not', () => {
    expect(read(written({ kind: 'report' }))).toEqual(misdelivered('report'));
    expect(read(look('w:1'))).toEqual(misdelivered('look'));
  });
});

async function fails(): Promise<never> {
  throw new Error('The store is away');
}

function written(command: object): string {
  return JSON.stringify({ kind: 'command', schemaVersion: 1, workspaceId: 'w:1', command });
}

function serve(
  records: QueueRecord[],
  handle: (workspaceId: string) => Promise<'done' | 'retry'>,
): ReturnType<typeof serveQueue> {
  return serveQueue({ log: recordingLog(), metrics }, { Records: records }, readsLooks(handle));
}

function readsLooks(
  handle: (workspaceId: string) => Promise<'done' | 'retry'> = async () => 'done',
) {
  return {
    read: parseMessage,
    handle: async (message: Message) =>
      handle(message.kind === 'look' ? (message.workspaceIds[0] ?? '') : ''),
  };
}

function fifo(id: string, group: string): QueueRecord {
  return {
    messageId: id,
    body: look(`w:${id}`),
    eventSourceARN: 'arn:aws:sqs:us-east-1:1:report.fifo',
    attributes: { MessageGroupId: group },
  };
}

function record(messageId: string, body: string): QueueRecord {
  const eventSourceARN = 'arn:aws:sqs:us-east-1:1:decide';
  return { messageId, body, eventSourceARN, attributes: {} };
}
