import type { Log } from '#base/needs/log.ts';
import type { Artifacts } from '#model/needs/artifacts.ts';
import type { Metrics } from '#model/needs/metrics.ts';
import type { RunStore } from '#model/needs/run-store.ts';
import type { ChangeDeps } from '../change-workspace.ts';
import type { Forge } from '../needs/forge.ts';
import type { InstallationStore } from '../needs/installation-store.ts';
import type { Launcher } from '../needs/launcher.ts';
import type { SettingsDeps } from '../read-settings.ts';

export interface DispatchDeps extends ChangeDeps, SettingsDeps {
  readonly forge: Forge;
  readonly runs: Pick<RunStore, 'createRun' | 'addArtifact' | 'loadRun'>;
  readonly artifacts: Artifacts;
  readonly installations: Pick<InstallationStore, 'pauseOf'>;
  readonly launcher: Launcher;
  readonly log: Log;
  readonly metrics: Metrics;
  /** At least 0 and below 1. */
  readonly random: () => number;
}
