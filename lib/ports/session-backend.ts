import type { Artifact, ArtifactKey } from '#domain/model/artifact.ts';
import type { AttemptResult, AttemptStart } from '#domain/model/attempt.ts';
import type { Finding } from '#domain/model/finding.ts';
import type { RunId, TaskId, WorkerId } from '#domain/model/ids.ts';
import type { Run } from '#domain/model/run.ts';
import type { StoredBytes, TransferGrant } from './artifacts.ts';
import type { AddTasks, AddTasksOutcome, ClaimOutcome, FinishOutcome } from './run-store.ts';

export type StartOutcome =
  | { readonly kind: 'started'; readonly run: Run; readonly secret: string; readonly fence: number }
  /** Too late, cancelled, or somebody else started: leave without a trace. */
  | { readonly kind: 'refused'; readonly reason: string };

export type BudgetOutcome =
  | { readonly kind: 'reserved'; readonly reservation: string }
  | { readonly kind: 'spent'; readonly scope: 'attempt' | 'pull-request' | 'month' };

/**
 * All that a worker may ask of the system. A worker on the same machine is bound to the stores
 * directly, one in a container to the broker; neither holds any other right.
 */
export interface SessionBackend {
  /** Exchanges the capability of the launch once; the same nonce gets the same answer again. */
  start(capability: string, nonce: string): Promise<StartOutcome>;
  addTasks(added: Omit<AddTasks, 'runId' | 'now'>): Promise<AddTasksOutcome>;
  claim(worker: WorkerId, token: string): Promise<ClaimOutcome>;
  heartbeat(task: TaskId, fence: number): Promise<'renewed' | 'lost' | 'cancelled'>;
  createAttempt(attempt: Omit<AttemptStart, 'runId'>): Promise<void>;
  finishAttempt(result: Omit<AttemptResult, 'runId'>): Promise<FinishOutcome>;
  addFindings(tool: string, stage: string, findings: readonly Finding[]): Promise<void>;
  addArtifact(artifact: Omit<Artifact, 'runId'>): Promise<void>;
  presignPut(name: ArtifactKey['name'], bytes: StoredBytes): Promise<TransferGrant>;
  presignGet(key: ArtifactKey): Promise<TransferGrant>;
  reserveBudget(attempt: string, usd: number): Promise<BudgetOutcome>;
  settleBudget(reservation: string, usd: number): Promise<void>;
  /** The last word of a session; a repetition of the same word is accepted. */
  finish(end: {
    readonly runId: RunId;
    readonly summary: NonNullable<Run['summary']>;
    readonly changeset?: ArtifactKey;
  }): Promise<'accepted' | 'refused'>;
}
