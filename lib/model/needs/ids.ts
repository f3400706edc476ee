import type { RunId, WorkerId } from '../ids.ts';

export interface TokenSource {
  /** Marks one write, so that its repetition is recognised as the same write. */
  token(): string;
}

export interface Ids extends TokenSource {
  runId(): RunId;
  workerId(): WorkerId;
}
