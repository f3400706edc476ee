import type { InstallationId, WorkspaceId } from '#model/ids.ts';

export interface Pause {
  readonly by: string;
  readonly at: number;
}

export interface Sighting {
  readonly installationId: InstallationId;
  readonly repositoryId: string;
  /** Of the failure, not of the pull request. */
  readonly fingerprint: string;
  readonly workspaceId: WorkspaceId;
  readonly at: number;
  /** How far back others count. */
  readonly windowMs: number;
}

/** What concerns all pull requests of an installation. */
export interface InstallationStore {
  pauseOf(id: InstallationId): Promise<Pause | undefined>;
  setPause(id: InstallationId, pause: Pause | undefined): Promise<void>;
  /** Remembers where a failure was seen; answers on how many pull requests it was within the window. */
  sight(sighting: Sighting): Promise<number>;
}
