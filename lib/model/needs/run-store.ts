import type { Artifact } from '../artifact.ts';
import type { Attempt, AttemptResult, AttemptStart } from '../attempt.ts';
import type { RecordedBaseline } from '../baseline.ts';
import type { Finding, FindingCounts } from '../finding.ts';
import type { RunId, Sha, TaskId, WorkerId, WorkspaceId } from '../ids.ts';
import type { AcceptedDiff, Run, RunStatus, RunSummary } from '../run.ts';
import type { NewTask, Task } from '../task.ts';
import type { GraphProblem } from '#repair/rules/tasks/graph.ts';
import type { StatusChange } from '#repair/rules/tasks/status-change.ts';

export interface ClaimRequest {
  readonly runId: RunId;
  readonly worker: WorkerId;
  readonly now: number;
  readonly leaseMs: number;
  /** Marks this one claim. */
  readonly token: string;
  /** The answer to an earlier claim with this token was not heard: what it took is returned again. */
  readonly repeated?: boolean;
  /** How many claimers the run has. One claims in strict order; many give up some order for fewer lost races. */
  readonly claimers: number;
}

export type ClaimOutcome =
  | { readonly kind: 'claimed'; readonly task: Task }
  /** Nothing to claim now. `retryAt`: when that can change even if no worker finishes a task. */
  | { readonly kind: 'idle'; readonly retryAt?: number; readonly remaining: number }
  /** Every task is final. */
  | { readonly kind: 'complete' };

/** Allowed from the named statuses, never from success. Tasks that were given up because of this one stay so. */
export interface TaskChange extends StatusChange {
  readonly runId: RunId;
  readonly taskId: TaskId;
  readonly now: number;
}

export interface AddTasks {
  readonly runId: RunId;
  /** Names the plan these tasks belong to. Repeating the plan completes what a crash left half-done. */
  readonly batch: string;
  readonly tasks: readonly NewTask[];
  readonly now: number;
}

export type AddTasksOutcome =
  | { readonly kind: 'added' }
  | { readonly kind: 'refused'; readonly problems: readonly GraphProblem[] }
  | { readonly kind: 'run-over' };

export type FinishOutcome =
  | { readonly kind: 'accepted'; readonly task: Task }
  /** Another worker holds the task by now, or it is over: nothing was changed. */
  | { readonly kind: 'stale' };

export interface RunListing {
  readonly runId: RunId;
  readonly startedAt: number;
}

export interface RunStore {
  /** Makes what the store needs, or brings it up to the version of this code. Safe to repeat. */
  init(): Promise<void>;

  createRun(run: Run): Promise<'created' | 'exists'>;
  loadRun(runId: RunId): Promise<Run | undefined>;
  /** Newest first. */
  listRuns(workspaceId: WorkspaceId, limit: number): Promise<readonly RunListing[]>;
  /** A run that is over keeps its status and summary. */
  updateRunStatus(change: {
    readonly runId: RunId;
    readonly status: RunStatus;
    readonly summary?: Run['summary'];
    readonly now: number;
  }): Promise<'updated' | 'over' | 'unknown'>;
  summarizeRun(runId: RunId): Promise<RunSummary | undefined>;

  addFindings(added: {
    readonly runId: RunId;
    readonly tool: string;
    readonly stage: string;
    readonly findings: readonly Finding[];
  }): Promise<'stored' | 'exists'>;
  listFindings(runId: RunId, stage: string, tool?: string): Promise<readonly Finding[]>;
  countFindings(runId: RunId): Promise<readonly FindingCounts[]>;

  addTasks(added: AddTasks): Promise<AddTasksOutcome>;
  listTasks(runId: RunId): Promise<readonly Task[]>;
  /** Repairs what dead workers left when it finds nothing else to claim. */
  claimNextTask(request: ClaimRequest): Promise<ClaimOutcome>;
  renewLease(renewal: {
    readonly runId: RunId;
    readonly taskId: TaskId;
    readonly fence: number;
    readonly until: number;
  }): Promise<'renewed' | 'lost'>;
  updateTaskStatus(change: TaskChange): Promise<'updated' | 'refused' | 'unknown'>;

  createAttempt(attempt: AttemptStart): Promise<'created' | 'exists'>;
  finishAttempt(result: AttemptResult): Promise<FinishOutcome>;
  listAttempts(runId: RunId, taskId?: TaskId): Promise<readonly Attempt[]>;

  /** `taken`: another task has this sequence number. */
  recordAccepted(diff: AcceptedDiff): Promise<'recorded' | 'taken'>;
  listAccepted(runId: RunId): Promise<readonly AcceptedDiff[]>;

  addArtifact(artifact: Artifact): Promise<'added' | 'exists'>;
  listArtifacts(runId: RunId): Promise<readonly Artifact[]>;

  recordBaseline(baseline: RecordedBaseline): Promise<void>;
  findBaselines(repository: string, commit: Sha): Promise<readonly RecordedBaseline[]>;
}
