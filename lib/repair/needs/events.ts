import type { Event } from '#model/event.ts';

export interface EventLog {
  /** Resolves once the event is accepted in order; `flush` tells when it is durable. */
  emit(event: Event): Promise<void>;
  flush(): Promise<void>;
  /** Flushes; a closed log refuses further events. */
  close(): Promise<void>;
}
