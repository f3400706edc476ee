import type { Sha } from '#model/ids.ts';

/** What two commits come to together. */
export type Merge =
  | { readonly kind: 'clean'; readonly tree: Sha }
  /** The tree holds markers (zdiff3) in these files; nothing else is left to decide. */
  | { readonly kind: 'conflict'; readonly tree: Sha; readonly paths: readonly string[] }
  | { readonly kind: 'impossible'; readonly reason: string };

/** A commit as people know it. */
export interface Side {
  readonly commit: Sha;
  /** The first line of its message. */
  readonly subject: string;
}

export interface Merges {
  /** undefined: no commit has this name. */
  side(ref: string): Promise<Side | undefined>;
  /** Neither a work tree nor a branch is touched. */
  prepare(ours: Sha, theirs: Sha): Promise<Merge>;
}
