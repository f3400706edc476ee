import type { Environment } from '#config/env.ts';
import type { Config } from '#config/schema.ts';
import type { Environments } from '#check/needs/environments.ts';
import type { PreparedCheck } from '#check/prepare/prepare-check.ts';
import type { Progress } from '#check/needs/progress.ts';
import type { OpenedGateway, SpendingLimits } from '#repair/needs/model-gateway.ts';
import type { RepairHost } from '#repair/needs/repair-host.ts';
import type { RunFolders, RunStores } from '#repair/needs/run-state.ts';
import type { SessionProgress } from '#repair/needs/session-progress.ts';
import type { Sha } from '#model/ids.ts';
import type { WorkState } from './ensure-baseline.ts';
import type { OpenCheckout } from './needs/checkout.ts';
import type { SessionBackend, StartedSession } from './needs/session-backend.ts';

/** What a worker works with, in a process beside the control plane or in a container far from it. */
export interface Worker {
  /** The machine it runs on. */
  readonly host: RepairHost;
  readonly backend: SessionBackend;
  readonly stores: RunStores;
  readonly folders: RunFolders;
  readonly openCheckout: OpenCheckout;
  readonly environments: Environments;
  readonly openGateway: (config: Config, limits: SpendingLimits) => Promise<OpenedGateway>;
  readonly progress: WorkerProgress;
  /** The environment of the work; it holds no secrets of the worker. */
  readonly env: Environment;
  /** The version of Ratchetr. */
  readonly version: string;
  readonly signal: AbortSignal;
}

interface WorkerProgress {
  readonly check: Progress;
  readonly session: SessionProgress;
}

/** The head to work on, and what it is compared with. */
export interface HeadToWorkOn {
  readonly started: StartedSession;
  readonly prepared: PreparedCheck;
  /** The merge base with what it installs itself; absent: it installs the same. */
  readonly ofBase?: PreparedCheck | undefined;
  readonly state: WorkState;
  readonly mergeBase: Sha;
}
