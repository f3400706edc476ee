import type { NativeHash } from '#base/hash.ts';
import type { InstallationId } from '#model/ids.ts';
import { workspaceIdOf } from '#model/workspace-id.ts';
import type { PullRequest, WorkspaceState } from '#model/workspace.ts';

export interface NewWatch {
  readonly pullRequest: PullRequest;
  readonly installationId: InstallationId;
  readonly now: number;
  readonly hash: NativeHash;
}

/** The watch over a pull request as it begins. Whether it is ratcheted says its first look. */
export function newWorkspace(watch: NewWatch): WorkspaceState {
  const { pullRequest, installationId, now, hash } = watch;
  return {
    schemaVersion: 1,
    id: workspaceIdOf(hash, pullRequest),
    installationId,
    pullRequest,
    enabled: false,
    consecutiveFixupAttempts: 0,
    lastCiRunIds: [],
    spentFingerprints: [],
    leftovers: [],
    pushes: [],
    treesBefore: [],
    rerun: [],
    obeyed: [],
    answers: [],
    spentUsd: 0,
    wakeSeqSeen: 0,
    createdAt: now,
  };
}
