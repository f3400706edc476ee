import type { Event } from '#model/event.ts';
import type { RunId } from '#model/ids.ts';

export interface EventLog {
  /** Resolves once the event is accepted in order; `flush` tells when it is durable. */
  emit(event: Event): Promise<void>;
  flush(): Promise<void>;
  /** Flushes; a closed log refuses further events. */
  close(): Promise<void>;
}

export interface EventReading {
  readonly events: readonly Event[];
  /** Lines that a crash tore or that are no event: counted and shown, never silently dropped. */
  readonly damaged: readonly { readonly place: string; readonly text: string }[];
}

export interface EventReader {
  read(runId: RunId): Promise<EventReading>;
}
