import type { NativeHash } from '#base/hash.ts';
import type { Clock } from '#base/needs/clock.ts';
import type { Forge } from '../needs/forge.ts';
import type { Ids } from '#model/needs/ids.ts';
import type { InstallationStore } from '../needs/installation-store.ts';
import type { Launcher } from '../needs/launcher.ts';
import type { Log } from '#base/needs/log.ts';
import type { Metrics } from '#model/needs/metrics.ts';
import type { Queue } from '../needs/queue.ts';
import type { Spending } from '#gateway/needs/spending.ts';
import type { WorkspaceStore } from '../needs/workspace-store.ts';
import type { SettingsDeps } from '../read-settings.ts';

export interface DecideDeps extends SettingsDeps {
  readonly workspaces: Pick<
    WorkspaceStore,
    'load' | 'commit' | 'putTransition' | 'clearOutbox' | 'wake'
  >;
  readonly installations: Pick<InstallationStore, 'pauseOf' | 'sight'>;
  readonly forge: Pick<
    Forge,
    | 'failureLog'
    | 'look'
    | 'mergeBaseOf'
    | 'mergeTouchesWorkflows'
    | 'neverStarted'
    | 'permissionOf'
    | 'pushesOf'
    | 'readFile'
  >;
  readonly launcher: Pick<Launcher, 'describe' | 'stop'>;
  readonly queue: Queue;
  readonly spending: Pick<Spending, 'balance'>;
  readonly clock: Clock;
  readonly ids: Pick<Ids, 'runId' | 'token'>;
  readonly hash: NativeHash;
  readonly log: Log;
  readonly metrics: Metrics;
}
