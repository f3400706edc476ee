import type { Outcome } from '#base/outcome.ts';
import type { Sha } from '#model/ids.ts';

export type BaseCommit =
  | { readonly kind: 'commit'; readonly commit: Sha }
  /** The ref is wrong: git does not know it. */
  | { readonly kind: 'unknown'; readonly because: string }
  /** There is nothing to compare with. */
  | { readonly kind: 'none'; readonly because: string };

/** How the working tree differs from a commit. */
export interface TreeChanges {
  /** Old path to new path. */
  readonly renames: ReadonlyMap<string, string>;
  readonly deleted: ReadonlySet<string>;
  /** Paths that are new or have other content, by their new name; untracked files too. */
  readonly changed: ReadonlySet<string>;
  /** Of these the ones that git tracks; absent: it is not known. */
  readonly tracked?: ReadonlySet<string>;
}

/** First and last line, counted from 1. */
export type LineRange = readonly [number, number];

/** What git knows of a checkout, read only. Paths are relative to the folder that is passed. */
export interface History {
  /** What git ignores; of a folder that is ignored as a whole its own path alone. */
  listIgnored(repository: string): Promise<ReadonlySet<string>>;
  /** What git tracks although it looks installed: environments of Python, packages of Node, and links, which may lead to either. */
  listCommittedTools(repository: string): Promise<ReadonlySet<string>>;
  /** The top of the repository of a folder; undefined: it belongs to none, or there is no git. */
  topOf(folder: string): Promise<Outcome<string | undefined, 'git-refuses'>>;
  /** Where the folder lies in its repository; empty: it is the top. */
  placeOf(repository: string): Promise<string>;
  /** The merge base of HEAD and the ref; without a ref, HEAD. */
  base(repository: string, ref?: string): Promise<BaseCommit>;
  /** The commits that a branch had before this one, newest first; of a clone that was cut off, those that are there. */
  commitsBefore(repository: string, commit: Sha, most: number): Promise<readonly Sha[]>;
  /** The tree that the folder was in a commit; undefined: it was not there. */
  treeOf(repository: string, commit: Sha): Promise<Sha | undefined>;
  /** A file as it was; undefined: it was not there, or was no plain file. */
  readFile(repository: string, commit: Sha, path: string): Promise<string | undefined>;
  changesSince(repository: string, commit: Sha): Promise<TreeChanges>;
  /** Lines that are new or have another text, by path of each file whose content differs; unknown files are left out. */
  changedLines(repository: string, commit: Sha): Promise<ReadonlyMap<string, readonly LineRange[]>>;
}
