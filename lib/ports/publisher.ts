import type { Changeset } from '#domain/model/changeset.ts';
import type { Sha } from '#domain/model/ids.ts';
import type { PullRequest } from '#domain/model/workspace.ts';

export type PublishOutcome =
  | { readonly kind: 'pushed'; readonly head: Sha }
  /** The branch moved under us; nothing was changed. */
  | { readonly kind: 'lost-race'; readonly head: Sha }
  | { readonly kind: 'refused'; readonly code: string; readonly reason: string };

/** Puts a changeset on a branch: a fast-forward from the head it was made for, or nothing. */
export interface Publisher {
  /** The commit that the changeset makes, known before the branch moves. */
  prepare(pullRequest: PullRequest, changeset: Changeset): Promise<Sha>;
  push(pullRequest: PullRequest, commit: Sha, expectedHead: Sha): Promise<PublishOutcome>;
}
