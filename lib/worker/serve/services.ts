import type { ServerOf } from '#base/method.ts';
import type { EachBudget } from '#gateway/rules/spending/budgets.ts';
import type { ArtifactGrants, Artifacts } from '#model/needs/artifacts.ts';
import type { EventSegments } from '../needs/event-segments.ts';
import type { Hash } from '#model/needs/hash.ts';
import type { Metrics } from '#model/needs/metrics.ts';
import type { RunStore } from '#model/needs/run-store.ts';
import type { Seals } from '../needs/seals.ts';
import type { SecretReader } from '#ratchet/needs/secrets.ts';
import type { Spending } from '#gateway/needs/spending.ts';
import type { baselineMethods, runMethods } from '../rules/protocol/run-methods.ts';
import type { ServedRun, SessionServices } from '../serve-session.ts';

export interface BrokerServices extends SessionServices {
  /** It creates no runs and closes one only by the worker's result: the rest is for the control plane. */
  readonly runs: SessionServices['runs'] &
    Pick<RunStore, keyof typeof baselineMethods> &
    ServerOf<typeof runMethods>;
  readonly artifacts: ArtifactGrants & Pick<Artifacts, 'get' | 'describe'>;
  readonly segments: EventSegments;
  readonly spending: (limits: EachBudget<number>) => Spending;
  readonly seals: Seals;
  readonly secrets: SecretReader;
  readonly hash: Hash;
  readonly metrics: Metrics;
}

/** The worker of a run, as its secret names it. */
export interface Speaker extends ServedRun {
  readonly fence: number;
}
