import type { TimeSource } from '#base/needs/clock.ts';
import type { Hash } from '#model/needs/hash.ts';
import type { Forge } from '../needs/forge.ts';
import type { Ids } from '#model/needs/ids.ts';
import type { InstallationStore } from '../needs/installation-store.ts';
import type { WorkerControl } from '../needs/launcher.ts';
import type { Log } from '#base/needs/log.ts';
import type { Metrics } from '#model/needs/metrics.ts';
import type { Queue } from '../needs/queue.ts';
import type { Spending } from '#gateway/needs/spending.ts';
import type { WorkspaceStore } from '../needs/workspace-store.ts';
import type { SettingsDeps } from '../read-settings.ts';

export interface DecideDeps extends SettingsDeps {
  readonly workspaces: WorkspaceStore;
  readonly installations: InstallationStore;
  readonly forge: Forge;
  readonly launcher: WorkerControl;
  readonly queue: Queue;
  readonly spending: Pick<Spending, 'balance'>;
  readonly clock: TimeSource;
  readonly ids: Ids;
  readonly hash: Hash;
  readonly log: Log;
  readonly metrics: Metrics;
}
