import type { RunId, WorkerId } from '../ids.ts';

export interface Ids {
  runId(): RunId;
  workerId(): WorkerId;
  /** Marks one write, so that its repetition is recognised as the same write. */
  token(): string;
}
