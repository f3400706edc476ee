import * as z from 'zod';
import { ok, type Outcome, refuse } from '#base/outcome.ts';
import { type Message, message } from '#model/message.ts';
import type { Handled } from '#ratchet/needs/queue.ts';
import type { Log } from '#base/needs/log.ts';
import type { Metrics } from '#model/needs/metrics.ts';
import { parseJson } from '#base/json.ts';
import type { QueueEvent, QueueRecord, QueueResponse } from './events.ts';
import { isOn, messageKind, type MessageOn, type QueueName } from '#config/queues.ts';

export interface QueueServices {
  readonly log: Log;
  readonly metrics: Metrics;
}

export type ParseBody<Body> = (text: string) => Outcome<Body, 'not-ours'>;

/**
 * Handles a batch of messages and names those that are to come back. What cannot be read comes back
 * as well: after a few times it lies with the dead letters, where a person finds it.
 */
export async function serveQueue<Body>(
  { log, metrics }: QueueServices,
  { Records: records }: QueueEvent,
  {
    read,
    handle,
  }: {
    readonly read: ParseBody<Body>;
    readonly handle: (body: Body) => Promise<Handled>;
  },
): Promise<QueueResponse> {
  const handleRecord = async (record: QueueRecord): Promise<Handled> => {
    const { messageId } = record;
    let body: Body | undefined;
    try {
      const parsed = read(record.body);
      if (parsed.kind === 'ok') {
        body = parsed.value;
        return await handle(body);
      }
      log.error('A message cannot be read', { messageId, reason: parsed.sentence });
    } catch (error) {
      log.error('A message could not be handled', { messageId, ...describeBody(body), error });
    }
    metrics.count('messages_failed', 1);
    return 'retry';
  };
  const failed = (
    await Promise.all(groupRecords(records).map((line) => handleInOrder(line, handleRecord)))
  ).flat();
  metrics.flush();
  return { batchItemFailures: failed.map((itemIdentifier) => ({ itemIdentifier })) };
}

const about = z
  .object({
    workspaceId: z.string(),
    workspaceIds: z.array(z.string()),
    runId: z.string(),
    command: z.object({ kind: z.string(), runId: z.string().optional() }),
  })
  .partial();

/** What a message concerns, and nothing else of it: people write into some. */
function describeBody(body: unknown): z.infer<typeof about> {
  return about.safeParse(body).data ?? {};
}

/** Messages of a FIFO queue keep their order within a group; all others go side by side. */
function groupRecords(records: readonly QueueRecord[]): readonly (readonly QueueRecord[])[] {
  const groups = Map.groupBy(records, ({ messageId, eventSourceARN, attributes }) =>
    eventSourceARN.endsWith('.fifo') ? attributes.MessageGroupId : messageId,
  );
  return [...groups.values()];
}

/** A message behind one that failed would overtake it, so it comes back as well. */
async function handleInOrder(
  line: readonly QueueRecord[],
  handle: (record: QueueRecord) => Promise<Handled>,
): Promise<readonly string[]> {
  for (const [index, record] of line.entries()) {
    if ((await handle(record)) === 'retry') return line.slice(index).map((one) => one.messageId);
  }
  return [];
}

/** Reads a message of ours. */
export function parseMessage(text: string): ReturnType<ParseBody<Message>> {
  const value = parseJson(text);
  if (value === undefined) return refuse('not-ours', 'It is not JSON.');
  const parsed = message.safeParse(value);
  if (parsed.success) return ok(parsed.data);
  const [issue] = parsed.error.issues;
  const where = issue?.path.join('.') ?? '';
  return refuse('not-ours', `It is not a message: ${where} ${issue?.message ?? ''}`);
}

/** Reads what a queue brings; any other message came to the wrong one. */
export function parserFor<const Name extends QueueName>(name: Name): ParseBody<MessageOn<Name>> {
  return (text) => {
    const read = parseMessage(text);
    if (read.kind === 'refused') return read;
    const { value } = read;
    if (isOn(value, name)) return { kind: 'ok', value };
    return refuse('not-ours', `It belongs on another queue: ${messageKind(value)}.`);
  };
}
