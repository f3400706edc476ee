import type { OperatorRequest, OperatorResponse } from '../rules/operators/operator-methods.ts';
import type { WorkspaceId, RunId } from '#model/ids.ts';
import type { RunReport } from '#model/run-report.ts';
import type { Transition } from '#model/transition.ts';
import type { Overview, ShownRun } from '#report/workspaces/overview.ts';

/** What a person asks and tells a control plane, on this machine or in an account of AWS. */
export interface Operations {
  /** Everything that is watched. */
  overview(): Promise<Overview>;
  /** Finds a pull request by the words that people use for it. */
  find(pullRequest: string): Promise<OperatorResponse<'find'>>;
  /** Newest first. */
  transitions(id: WorkspaceId, limit: number): Promise<readonly Transition[]>;
  /** Newest first. */
  runs(id: WorkspaceId, limit: number): Promise<readonly ShownRun[]>;
  /** All that is known of a run; undefined: there is none. */
  run(runId: RunId): Promise<RunReport | undefined>;
  /** What is kept of a run under a name. */
  artifact(runId: RunId, name: string): Promise<OperatorResponse<'artifact'>>;
  order(order: OperatorRequest<'order'>): Promise<OperatorResponse<'order'>>;
  /** Nothing new is begun on any pull request. */
  pause(by: string): Promise<OperatorResponse<'pause'>>;
  /** Ends a pause, and has looked at what waited for that. */
  resume(by: string): Promise<OperatorResponse<'resume'>>;
}
