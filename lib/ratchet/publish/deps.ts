import type { ChangesetFacts } from '#repair/rules/verdict/changeset-facts.ts';
import type { Sha } from '#model/ids.ts';
import type { ArtifactReader } from '#model/needs/artifacts.ts';
import type { Hash } from '#model/needs/hash.ts';
import type { Log } from '#base/needs/log.ts';
import type { Metrics } from '#model/needs/metrics.ts';
import type { Publisher } from '../needs/publisher.ts';
import type { RunStore } from '#model/needs/run-store.ts';
import type { ChangeDeps } from '../change-workspace.ts';
import type { SettingsDeps } from '../read-settings.ts';

export interface PublishDeps extends ChangeDeps, SettingsDeps {
  readonly runs: Pick<RunStore, 'listAccepted' | 'listTasks' | 'loadRun'>;
  readonly artifacts: ArtifactReader;
  readonly publisher: Publisher;
  readonly hash: Hash;
  readonly silencers: ChangesetFacts['silencers'];
  /** The id that git gives to these bytes. */
  readonly blobId: (bytes: Uint8Array) => Sha;
  readonly log: Log;
  readonly metrics: Metrics;
}
