import type { ArtifactReader } from '#model/needs/artifacts.ts';
import type { Forge } from '../needs/forge.ts';
import type { Hash } from '#model/needs/hash.ts';
import type { Log } from '#base/needs/log.ts';
import type { RunStore } from '#model/needs/run-store.ts';
import type { ChangeDeps } from '../change-workspace.ts';
import type { SettingsDeps } from '../read-settings.ts';

export interface ReportDeps extends ChangeDeps, SettingsDeps {
  readonly forge: Forge;
  readonly runs: Pick<RunStore, 'listAccepted' | 'listAttempts' | 'listTasks' | 'loadRun'>;
  readonly artifacts: ArtifactReader;
  readonly hash: Hash;
  readonly log: Log;
}
