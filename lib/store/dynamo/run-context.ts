import type { RunId } from '#model/ids.ts';
import type { Artifacts } from '#model/needs/artifacts.ts';
import type { DynamoTable } from './table.ts';
import type { Taken } from './taken.ts';
import type { TaskItem } from './task-items.ts';

/** What the parts of the run store share. */
export interface RunStoreContext {
  readonly table: DynamoTable;
  /** Keeps what is too long for an item. */
  readonly artifacts: Artifacts;
  /** From 0 to below 1; keeps claimers apart. */
  readonly random: () => number;
  /** Other writers' clocks may be this far behind ours. */
  readonly leaseGraceMs: number;
  readonly sweeps: Sweeps;
  readonly taken: Taken;
}

/** Strong looks at all tasks of a run, with what died half-way repaired. */
export interface Sweeps {
  look(runId: RunId, now: number): Promise<readonly TaskItem[]>;
}
