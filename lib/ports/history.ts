import type { Sha } from '#domain/model/ids.ts';

export type BaseCommit =
  | { readonly kind: 'commit'; readonly commit: Sha }
  /** There is nothing to compare with. */
  | { readonly kind: 'none'; readonly because: string };

/** How the working tree differs from a commit. */
export interface TreeChanges {
  /** Old path to new path. */
  readonly renames: ReadonlyMap<string, string>;
  readonly deleted: ReadonlySet<string>;
  /** Paths that are new or have other content, by their new name; untracked files too. */
  readonly changed: ReadonlySet<string>;
}

/** The history of a checkout, read only. */
export interface History {
  /** The merge base of HEAD and the ref; without a ref, HEAD. */
  base(repository: string, ref?: string): Promise<BaseCommit>;
  /** A file as it was; undefined: it was not there, or was no plain file. */
  readFile(repository: string, commit: Sha, path: string): Promise<string | undefined>;
  changesSince(repository: string, commit: Sha): Promise<TreeChanges>;
}
