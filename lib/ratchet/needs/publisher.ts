import type { Changeset } from '#model/changeset.ts';
import type { RunId, Sha } from '#model/ids.ts';
import type { PullRequest } from '#model/workspace.ts';

/** Where the branch of a pull request lies: for a fork elsewhere than the pull request. */
export interface BranchPlace {
  readonly pullRequest: PullRequest;
  /** owner/name of the repository that the branch lies in. */
  readonly repository: string;
}

export interface PublishTarget extends BranchPlace {
  readonly branch: string;
  readonly expectedHead: Sha;
  /** The forge itself must sign the commit. */
  readonly signed: boolean;
}

export type Prepared =
  /** The commit is there; only the branch has to move. */
  | { readonly kind: 'commit'; readonly sha: Sha }
  /** It is made by the move itself, so its id is not known before. */
  | { readonly kind: 'signed' }
  | { readonly kind: 'refused'; readonly code: string; readonly reason: string };

export type PublishOutcome =
  | { readonly kind: 'pushed'; readonly head: Sha }
  /** The branch moved under us; nothing was changed. */
  | { readonly kind: 'lost-race'; readonly head: Sha }
  | { readonly kind: 'refused'; readonly code: string; readonly reason: string };

/** Reads the new content of a path by its blob id. */
export type ReadBlob = (blob: Sha) => Promise<Uint8Array>;

/** A changeset and the way to its content. */
export interface ChangesetToPublish {
  readonly changeset: Changeset;
  readonly read: ReadBlob;
}

/** What a branch has now. */
export interface BranchHead {
  readonly sha: Sha;
  readonly tree: Sha;
  /** The run whose commit it is, by the trailer of its message. */
  readonly runId?: RunId | undefined;
}

/** Puts a changeset on a branch: a fast-forward from the head it was made for, or nothing. Holds a write token only while it works. */
export interface Publisher {
  headOf(target: Omit<PublishTarget, 'expectedHead' | 'signed'>): Promise<BranchHead | undefined>;
  /** The commits that the head stands on, or is, and another does not; the oldest first. */
  commitsSince(target: BranchPlace, since: Sha, head: Sha): Promise<readonly BranchHead[]>;
  /** All files of a commit: path to mode and blob id; undefined: too many to be told. */
  filesOf(
    target: BranchPlace,
    commit: Sha,
  ): Promise<ReadonlyMap<string, { readonly mode: string; readonly blob: Sha }> | undefined>;
  /** The newest commit that both stand on; undefined: there is none. */
  mergeBaseOf(target: BranchPlace, head: Sha, base: Sha): Promise<Sha | undefined>;
  /** Makes blobs, tree and commit; the tree that the forge made must be that of the changeset. */
  prepare(target: PublishTarget, publication: ChangesetToPublish): Promise<Prepared>;
  push(
    target: PublishTarget,
    prepared: Extract<Prepared, { kind: 'commit' | 'signed' }>,
    publication: ChangesetToPublish,
  ): Promise<PublishOutcome>;
}
