import type { AskedOf, ToldOf } from '../rules/operators/verbs.ts';
import type { WorkspaceId, RunId } from '#model/ids.ts';
import type { RunReport } from '#model/run-report.ts';
import type { Transition } from '#model/transition.ts';
import type { Overview, ShownRun } from '#report/workspaces/overview.ts';

/** What a person asks and tells a control plane, on this machine or in an account of AWS. */
export interface Operations {
  /** Everything that is watched. */
  overview(): Promise<Overview>;
  /** Finds a pull request by the words that people use for it. */
  find(pullRequest: string): Promise<ToldOf<'find'>>;
  /** Newest first. */
  transitions(id: WorkspaceId, limit: number): Promise<readonly Transition[]>;
  /** Newest first. */
  runs(id: WorkspaceId, limit: number): Promise<readonly ShownRun[]>;
  /** All that is known of a run; undefined: there is none. */
  run(runId: RunId): Promise<RunReport | undefined>;
  order(order: AskedOf<'order'>): Promise<ToldOf<'order'>>;
  /** Nothing new is begun on any pull request. */
  pause(by: string): Promise<ToldOf<'pause'>>;
  /** Ends a pause, and has looked at what waited for that. */
  resume(by: string): Promise<ToldOf<'resume'>>;
}
