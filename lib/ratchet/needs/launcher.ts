import type { RunId, WorkspaceId } from '#model/ids.ts';
import type { RunKind } from '#model/run.ts';

export interface Launch {
  readonly runId: RunId;
  readonly kind: RunKind;
  /** Which launch of this run it is; a repeated launch of the same number starts nothing new. */
  readonly number: number;
  readonly workspaceId: WorkspaceId;
}

export type LaunchOutcome =
  | { readonly kind: 'launched'; readonly taskRef: string }
  /** No room or too many calls: nothing runs, the launch may be repeated later. */
  | { readonly kind: 'later'; readonly reason: string }
  /** Repeating cannot help. */
  | { readonly kind: 'refused'; readonly reason: string };

export type WorkerState =
  | { readonly kind: 'alive' }
  | { readonly kind: 'stopped'; readonly reason: string; readonly exitCode?: number }
  | { readonly kind: 'unknown' };

/** Finds and stops workers: who holds this can launch none. */
export interface WorkerControl {
  describe(taskRefs: readonly string[]): Promise<ReadonlyMap<string, WorkerState>>;
  stop(taskRef: string, reason: string): Promise<void>;
}

/** Starts workers too, wherever they run. */
export interface Launcher extends WorkerControl {
  launch(launch: Launch): Promise<LaunchOutcome>;
}
