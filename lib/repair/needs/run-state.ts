import type { RunId } from '#model/ids.ts';
import type { Artifacts } from '#model/needs/artifacts.ts';
import type { RunStore } from '#model/needs/run-store.ts';
import type { EventLog } from './events.ts';

/** What is kept of runs: in their repository, or with a control plane. */
export interface RunState {
  readonly stores: RunStores;
  /** Our own git folder. */
  readonly gitDir: string;
  readonly folders: RunFolders;
}

export interface RunStores {
  readonly runs: RunStore;
  readonly artifacts: Artifacts;
  /** Where this process tells what happens in a run. */
  events(runId: RunId): EventLog;
}

/** The folders of runs on this machine. */
export interface RunFolders {
  /** Makes those of one run; what a process that died left of them goes first. */
  open(runId: RunId): Promise<RunFolder>;
  /** Makes a folder, or finds it, in which an execution of a plan of the run is kept that must survive this process. */
  openPlan(runId: RunId, name: string): Promise<PlanFolder>;
  /** Keeps other processes from a run until the function is called; undefined: another one works on it. */
  hold(runId: RunId): (() => void) | undefined;
  /** Removes what was kept of a run that will not be resumed. */
  remove(runId: RunId): Promise<void>;
}

export interface RunFolder {
  /** For copies: outside of the repository, whose settings tools would find from inside. */
  readonly copies: string;
  /** Removes what is not needed any more, and with `isOver` also what another process would need to take the run up. */
  remove(isOver: boolean): Promise<void>;
}

export interface PlanFolder {
  readonly path: string;
  remove(): Promise<void>;
}
