import type { Sha } from '#model/ids.ts';

export interface CopyOptions {
  /** Patterns of files that are not to be seen in it. */
  readonly hidden: readonly string[];
  /** What the repository has beside its tree: folders, such as dependencies, are shared; files are copied. */
  readonly linked: readonly string[];
}

/** A tree in a folder of its own: without history, remotes or credentials. */
export interface Copy {
  /** Absolute. */
  readonly path: string;
  /** What it has from the repository beside its tree, relative to its folder. */
  readonly links: readonly string[];
  /** The tree that the copy holds now; hidden files are as they were, even where new files have their paths. */
  result(): Promise<Sha>;
  /** Makes it hold this tree and nothing else, as a copy opened now would: also what git ignores goes, links come back, and nothing is hidden. */
  settle(tree: Sha): Promise<void>;
  /** Returns its folder for another copy; this copy must not be used afterwards. */
  release(): Promise<void>;
  /** Removes it, also what was made unwritable in it. */
  remove(): Promise<void>;
}

export interface Copies {
  open(tree: Sha, options: CopyOptions): Promise<Copy>;
}
