import type { Message } from '#model/message.ts';

/** Delivers at least once and in any order, so receivers repeat themselves harmlessly. */
export interface Queue {
  send(messages: readonly Message[]): Promise<void>;
}

/** What became of a received message; `retry` brings it back. */
export type Handled = 'done' | 'retry';

export interface QueueReceiver {
  /** Runs until the signal; a handler that throws counts as `retry`. */
  receive(handle: (message: Message) => Promise<Handled>, signal: AbortSignal): Promise<void>;
}
