import type { RunId } from '#model/ids.ts';
import type { Run } from '#model/run.ts';
import type { LastSession } from '#model/workspace.ts';
import type { WorkspaceRow } from './row.ts';

/** A person stopped all fixing of an installation. */
export interface ShownPause {
  readonly installation: string;
  readonly by: string;
  readonly at: number;
}

/** Everything that is watched. */
export interface Overview {
  readonly now: number;
  readonly pauses: readonly ShownPause[];
  readonly rows: readonly WorkspaceRow[];
}

export interface ShownTransition {
  readonly rev: number;
  readonly at: number;
  readonly action: string;
  /** Null: it tells of something else than a decision. */
  readonly code: string | null;
  readonly reason: string;
}

export interface ShownRun {
  readonly id: RunId;
  readonly kind: Run['kind'];
  readonly status: Run['status'];
  readonly headSha: string;
  readonly startedAt: number;
  readonly finishedAt: number | null;
  readonly usd: number;
}

/** One workspace in full. */
export interface WorkspaceDetail {
  readonly now: number;
  readonly row: WorkspaceRow;
  readonly headSha: string | null;
  readonly lastSession: Pick<LastSession, 'outcome' | 'reason' | 'at' | 'runId' | 'kind'> | null;
  /** The newest first. */
  readonly transitions: readonly ShownTransition[];
  readonly runs: readonly ShownRun[];
}
