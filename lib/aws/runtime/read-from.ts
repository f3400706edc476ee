import { isOn, kindOf, type MessageOn, type QueueName } from '#config/queues.ts';
import { type ParseBody, readMessage } from './serve-queue.ts';

/** Reads what a queue brings; any other message came to the wrong one. */
export function readFrom<const Name extends QueueName>(name: Name): ParseBody<MessageOn<Name>> {
  return (text) => {
    const message = readMessage(text);
    if (typeof message === 'string') return message;
    return isOn(message, name) ? message : `It is for somebody else: ${kindOf(message)}.`;
  };
}
