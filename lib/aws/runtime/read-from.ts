import { refuse } from '#base/outcome.ts';
import { isOn, messageKind, type MessageOn, type QueueName } from '#config/queues.ts';
import { type ParseBody, parseMessage } from './serve-queue.ts';

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
