import type { Sha256 } from '#model/ids.ts';

/** What tools keep of their runs for the next one, such as what they know of files that did not change. */
export interface ToolState {
  /** Takes what lies under a key; until it is given back, others find nothing there. undefined: none can be kept. */
  take(key: Sha256): Promise<TakenState | undefined>;
}

/** A folder that one run has for itself. Losing it costs time and nothing else, so nothing here fails. */
export interface TakenState {
  /** Absolute; empty where nothing was kept. */
  readonly folder: string;
  /** What was noted with it the last time; undefined: nothing was kept. */
  readonly note: string | undefined;
  /** Gives it back with a note, for the next run. */
  keep(note: string): Promise<void>;
  drop(): Promise<void>;
}
