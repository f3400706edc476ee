import type { ReceivingApp } from '../rules/ingest/payload.ts';
import type { InstallationId } from '#model/ids.ts';
import type { PullRequest } from '#model/workspace.ts';
import type { TimeSource } from '#base/needs/clock.ts';
import type { Log } from '#base/needs/log.ts';
import type { Hash } from '#model/needs/hash.ts';
import type { Metrics } from '#model/needs/metrics.ts';
import type { Queue } from '../needs/queue.ts';
import type { Secrets } from '../needs/secrets.ts';
import type { Signatures } from '../needs/signatures.ts';
import type { WorkspaceStore } from '../needs/workspace-store.ts';

/** Whose webhooks are taken, and for which repositories. */
export interface WebhookReceiver extends ReceivingApp {
  /** For webhooks that belong to no App; absent: those begin no watch. */
  readonly installationId?: InstallationId;
  /** Whether new pull requests of this repository are watched; absent: all are. */
  readonly watches?: (repository: PullRequest) => boolean;
}

export interface IngestDeps {
  readonly workspaces: Pick<
    WorkspaceStore,
    'create' | 'wake' | 'list' | 'listOfRepository' | 'findDelivery' | 'recordDelivery'
  >;
  readonly queue: Queue;
  readonly secrets: Secrets;
  readonly signatures: Signatures;
  readonly clock: TimeSource;
  readonly hash: Hash;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly receiver: WebhookReceiver;
}
