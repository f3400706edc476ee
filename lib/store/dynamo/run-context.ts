import type { RunId } from '#model/ids.ts';
import type { Artifacts } from '#model/needs/artifacts.ts';
import type { DynamoTable } from './table.ts';
import type { Taken } from './taken.ts';
import type { TaskItem } from './task-items.ts';

/** What it takes to repair the tasks of a run. */
export interface RepairContext {
  readonly table: DynamoTable;
  /** Other writers' clocks may be this far behind ours. */
  readonly leaseGraceMs: number;
}

/** What the parts of the run store share. */
export interface RunStoreContext extends RepairContext {
  /** Keeps what is too long for an item. */
  readonly artifacts: Artifacts;
  /** From 0 to below 1; keeps claimers apart. */
  readonly random: () => number;
  readonly sweeps: Sweeps;
  readonly taken: Taken;
}

/** Strong reads of all tasks of a run, with what died half-way repaired. */
export interface Sweeps {
  read(runId: RunId, now: number): Promise<readonly TaskItem[]>;
}
