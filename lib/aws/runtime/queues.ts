import type { Environment } from '#config/env.ts';
import type { Message } from '#model/message.ts';
import { needed } from './needed.ts';

/** The queue of whoever carries a message out. */
function queueOf(message: Message): QueueName {
  if (message.kind !== 'command') return 'decide';
  switch (message.command.kind) {
    case 'dispatch':
    case 'stop':
      return 'dispatch';
    case 'publish':
    case 'errand':
      return 'publish';
    case 'exit':
      return 'exit';
    case 'report':
      return 'report';
  }
}

type QueueName = 'decide' | 'dispatch' | 'publish' | 'exit' | 'report';

/** The environment names of their addresses. */
export const queueNames = {
  decide: 'queueDecide',
  dispatch: 'queueDispatch',
  publish: 'queuePublish',
  exit: 'queueExit',
  report: 'queueReport',
} as const satisfies Record<QueueName, string>;

/** Where a message is to be sent. */
export function queueUrlOf(env: Environment, message: Message): string {
  return needed(env, queueNames[queueOf(message)]);
}
