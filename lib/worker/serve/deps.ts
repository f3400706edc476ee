import type { EachBudget } from '#gateway/rules/spending/budgets.ts';
import type { ArtifactGrants, Artifacts } from '#model/needs/artifacts.ts';
import type { EventSegments } from '../needs/event-segments.ts';
import type { Hash } from '#model/needs/hash.ts';
import type { Metrics } from '#model/needs/metrics.ts';
import type { RunStore } from '#model/needs/run-store.ts';
import type { Seals } from '../needs/seals.ts';
import type { Secrets } from '#ratchet/needs/secrets.ts';
import type { Spending } from '#gateway/needs/spending.ts';
import type { ServedRun, ServeSessionDeps } from '../serve-session.ts';

/**
 * What of the stores a worker reaches. It makes and closes no runs: that is for those who decide. It lists no
 * other runs, and what dead workers left is repaired by its claims.
 */
type WorkerRuns = Omit<
  RunStore,
  'init' | 'createRun' | 'listRuns' | 'updateRunStatus' | 'completeRun' | 'sweep'
>;

export interface ServeWorkerDeps extends ServeSessionDeps {
  readonly runs: WorkerRuns & ServeSessionDeps['runs'];
  readonly artifacts: ArtifactGrants & Pick<Artifacts, 'get' | 'describe'>;
  readonly segments: EventSegments;
  readonly spending: (limits: EachBudget<number>) => Spending;
  readonly seals: Seals;
  readonly secrets: Pick<Secrets, 'read'>;
  readonly hash: Pick<Hash, 'hex'>;
  readonly metrics: Pick<Metrics, 'count' | 'duration' | 'gauge'>;
}

/** The worker of a run, as its secret names it. */
export interface Speaker extends ServedRun {
  readonly fence: number;
}
