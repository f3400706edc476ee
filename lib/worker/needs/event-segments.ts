import type { RunId, WorkerId } from '#model/ids.ts';

/** A piece of the event log of one worker: whole lines. */
export interface EventSegment {
  readonly runId: RunId;
  readonly workerId: WorkerId;
  /** Position among the segments of the worker, from 1. */
  readonly number: number;
  readonly text: string;
}

/** Keeps an event log piece by piece. */
export interface EventSegments {
  /** The same piece again is `stored`; `taken`: another one has this number. */
  store(segment: EventSegment): Promise<'stored' | 'taken'>;
}
