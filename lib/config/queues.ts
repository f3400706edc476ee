import type { Message, WorkspaceCommand } from '#model/message.ts';

/** A queue of a deployment; on one machine all messages go through one. */
interface QueueRow {
  /** The function of `lambdas` that it wakes. */
  readonly consumer: string;
  /** The environment name of its address. */
  readonly address: string;
  /** How long its consumer may take. */
  readonly timeoutSeconds: number;
  /** Messages that its consumer takes in one call. */
  readonly batchSize: number;
  /** Calls at once; Lambda allows no fewer than two. */
  readonly maxConcurrency: number;
  /** Whether messages of one pull request must not overtake each other. */
  readonly isOrdered: boolean;
}

/** What carries messages between the parts of the flow. The stack and the functions are made from this table. */
export const queues = {
  decide: {
    consumer: 'decide',
    address: 'RATCHETR_QUEUE_DECIDE',
    timeoutSeconds: 120,
    batchSize: 5,
    // Few at once, because all of them share the budget of requests that GitHub gives an installation.
    maxConcurrency: 5,
    isOrdered: false,
  },
  dispatch: {
    consumer: 'dispatch',
    address: 'RATCHETR_QUEUE_DISPATCH',
    timeoutSeconds: 60,
    // One launch a call: reading what a run needs from GitHub takes its time.
    batchSize: 1,
    maxConcurrency: 5,
    isOrdered: false,
  },
  publish: {
    consumer: 'publish',
    address: 'RATCHETR_QUEUE_PUBLISH',
    timeoutSeconds: 120,
    // One changeset at a time in a call: a slow one must not use up the time of the next.
    batchSize: 1,
    maxConcurrency: 5,
    isOrdered: false,
  },
  exit: {
    consumer: 'record-exit',
    address: 'RATCHETR_QUEUE_EXIT',
    timeoutSeconds: 60,
    // A call that dies over what a hostile worker left must not take the messages of others along.
    batchSize: 1,
    maxConcurrency: 5,
    isOrdered: false,
  },
  report: {
    consumer: 'report',
    address: 'RATCHETR_QUEUE_REPORT',
    timeoutSeconds: 60,
    // It may die over what a hostile worker left as well.
    batchSize: 1,
    // GitHub slows down who writes a lot at once.
    maxConcurrency: 3,
    isOrdered: true,
  },
} as const satisfies Record<string, QueueRow>;

export type QueueName = keyof typeof queues;

/** Something for each queue. */
export function eachQueue<Of>(make: (name: QueueName) => Of): Readonly<Record<QueueName, Of>> {
  return {
    decide: make('decide'),
    dispatch: make('dispatch'),
    publish: make('publish'),
    exit: make('exit'),
    report: make('report'),
  };
}

export const queueNames: readonly QueueName[] = Object.values(eachQueue((name) => name));

/** A message stays hidden so many times as long as its consumer may take, as Lambda advises. */
export const hiddenTimes = 6;

/** A message that could not be handled so many times lies with the dead letters. */
export const mostTries = 5;

type MessageKind = Exclude<Message['kind'], 'command'>;
type CommandKind = WorkspaceCommand['kind'];

/** On which queue each kind of message and of command travels. */
const queueOfKind = {
  look: 'decide',
  asked: 'decide',
  dispatch: 'dispatch',
  stop: 'dispatch',
  publish: 'publish',
  errand: 'publish',
  exit: 'exit',
  report: 'report',
} as const satisfies Record<MessageKind | CommandKind, QueueName>;

type KindOn<Name extends QueueName> = {
  [Kind in keyof typeof queueOfKind]: (typeof queueOfKind)[Kind] extends Name ? Kind : never;
}[keyof typeof queueOfKind];

type CommandMessage<Kind extends CommandKind> = Kind extends unknown
  ? Extract<Message, { kind: 'command' }> & {
      readonly command: Extract<WorkspaceCommand, { kind: Kind }>;
    }
  : never;

/** What a queue brings. */
export type MessageOn<Name extends QueueName> =
  | Extract<Message, { kind: KindOn<Name> }>
  | CommandMessage<Extract<KindOn<Name>, CommandKind>>;

/** What a message asks for, the same from each sender. */
export function messageKind(message: Message): MessageKind | CommandKind {
  return message.kind === 'command' ? message.command.kind : message.kind;
}

export function queueOf(message: Message): QueueName {
  return queueOfKind[messageKind(message)];
}

export function isOn<Name extends QueueName>(
  message: Message,
  name: Name,
): message is MessageOn<Name> {
  return queueOf(message) === name;
}
