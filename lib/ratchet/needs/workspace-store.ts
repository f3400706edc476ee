import type { InstallationId, Sha, WorkspaceId } from '#model/ids.ts';
import type { WorkspaceCommand } from '#model/message.ts';
import type { Transition } from '#model/transition.ts';
import type { Delivery, WorkspaceHead, WorkspaceState } from '#model/workspace.ts';

export interface DueWorkspace {
  readonly id: WorkspaceId;
  readonly dueAt: number;
}

/** One compare-and-set of a workspace. It is valid only for the head that was read. */
export interface WorkspaceChange {
  readonly seen: WorkspaceHead;
  readonly next: WorkspaceState;
  /** Written with the change and logged later; `rev` is the one this change makes. */
  readonly transition?: Omit<Transition, 'rev' | 'workspaceId'>;
  readonly commands: readonly WorkspaceCommand[];
  /** Absent: the workspace leaves the index until an event wakes it. */
  readonly dueAt?: number;
  readonly now: number;
  /** Marks this one write, so that a repeated send is known as the same. */
  readonly token: string;
}

/** A pull request under watch as events find it. */
export interface WatchedPullRequest {
  readonly id: WorkspaceId;
  readonly number: number;
  /** What the last look saw. */
  readonly headSha?: Sha | undefined;
  readonly baseRef?: string | undefined;
  readonly archived: boolean;
}

export type CommitOutcome =
  | { readonly kind: 'committed'; readonly head: WorkspaceHead }
  /** Another process changed the workspace since it was read: nothing was written. */
  | { readonly kind: 'lost' };

export interface WorkspaceStore {
  /** Makes what the store needs, or brings it up to the version of this code. Safe to repeat. */
  init(): Promise<void>;
  create(state: WorkspaceState, dueAt: number): Promise<'created' | 'exists'>;
  /** Reads what the last writer wrote, never an older state. */
  load(id: WorkspaceId): Promise<WorkspaceHead | undefined>;
  list(installation: InstallationId): Promise<readonly WorkspaceId[]>;
  /** Those that have workspaces. For people: a store may read all it has to answer. */
  listInstallations(): Promise<readonly InstallationId[]>;
  /** Those of one repository; may lag behind writes. */
  listOfRepository(repository: {
    readonly host: string;
    readonly repositoryId: string;
  }): Promise<readonly WatchedPullRequest[]>;
  /**
   * Makes the workspace due, at the latest then, and is seen by every decision that has not been
   * committed yet. One that is due earlier stays so.
   */
  wake(id: WorkspaceId, at: number): Promise<'woken' | 'unknown'>;
  /** Reads due workspaces only; may lag behind writes. */
  listDue(query: {
    readonly now: number;
    readonly limit: number;
  }): Promise<readonly DueWorkspace[]>;
  /** Moves a due workspace on, unless another process moved it since it was listed. */
  postpone(due: DueWorkspace, dueAt: number): Promise<'postponed' | 'lost'>;
  /**
   * Writes state, promises and next look in one step. Refused while older promises stand in the
   * outbox. A wake since the read keeps the workspace due now.
   */
  commit(change: WorkspaceChange): Promise<CommitOutcome>;
  /** Puts the entry unless the log has its `rev` already. */
  putTransition(transition: Transition): Promise<void>;
  /** Removes the promises of this revision; those of another stay. */
  clearOutbox(id: WorkspaceId, rev: number): Promise<'cleared' | 'lost'>;
  /** Newest first, with what is still in the outbox; entries past their time are not shown. */
  listTransitions(query: {
    readonly id: WorkspaceId;
    readonly now: number;
    readonly limit: number;
    readonly beforeRev?: number;
  }): Promise<readonly Transition[]>;
  /** Forgets entries and deliveries past their time. Stores that do so by themselves return 0. */
  prune(now: number): Promise<number>;
  findDelivery(id: string, now: number): Promise<Delivery | undefined>;
  /** Written after the wake it caused, so a crash in between can only wake twice. */
  recordDelivery(delivery: Delivery): Promise<void>;
}
