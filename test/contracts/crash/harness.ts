import type { RunStore } from '#model/needs/run-store.ts';
import type { WorkspaceStore } from '#ratchet/needs/workspace-store.ts';
import type { StopPoint } from '../../support/stop-point.ts';

/** The stores as one process holds them. */
export interface Process {
  readonly runs: RunStore;
  readonly workspaces: WorkspaceStore;
}

/** One body of data that processes come to and die over. */
interface Site {
  /** A process that dies at the point, or lives when there is none. */
  start(point?: StopPoint): Promise<Process>;
  close(): Promise<void>;
}

export interface CrashHarness {
  readonly name: string;
  open(): Promise<Site>;
}
