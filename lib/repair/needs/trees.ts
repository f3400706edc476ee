import type { DiffEntry, EntryMode } from '../rules/verdict/diff.ts';
import type { Sha } from '#model/ids.ts';
import type { LineRange } from '#check/needs/history.ts';

/** What a capture takes in besides the files that git would. */
export interface TreeCapture {
  /** Paths below the folder that are no part of it, such as links to dependencies. */
  readonly leaveOut?: readonly string[];
  /** A commit whose files count though git is told to ignore them by now. */
  readonly since?: Sha;
  /** Also what git is told to ignore. */
  readonly ignored?: boolean;
  /** Files that these patterns match are as they are in that tree, whatever the folder holds. */
  readonly keep?: { readonly patterns: readonly string[]; readonly of: Sha };
}

export interface TreeListing {
  readonly paths: readonly string[];
  /** Where each symbolic link leads, as it is written, by its path. */
  readonly links: ReadonlyMap<string, string>;
}

/** A file of a tree. */
export interface FileAt {
  readonly mode: EntryMode;
  /** Git id of its content. */
  readonly blob: Sha;
}

export interface ChangedFile {
  readonly path: string;
  /** Null: it was not there. */
  readonly before: FileAt | null;
  /** Null: it is gone. */
  readonly after: FileAt | null;
}

export type Integration =
  | { readonly kind: 'clean'; readonly tree: Sha }
  | { readonly kind: 'conflict'; readonly paths: readonly string[] };

/** What lies in folders, as our own git sees it: whatever is configured there, nothing of it runs. */
export interface Trees {
  /** The tree that the folder holds now; files that it tells git to ignore are left out. */
  capture(folder: string, how?: TreeCapture): Promise<Sha>;
  /** How two captured trees differ, path by path. */
  compare(before: Sha, after: Sha): Promise<readonly DiffEntry[]>;
  /** Every path that differs, a renamed file by both its paths. */
  files(before: Sha, after: Sha): Promise<readonly ChangedFile[]>;
  /** The bytes of a file; of a link where it leads. */
  content(blob: Sha): Promise<Uint8Array>;
  /** Lines that are new or have another text in the later tree, by path of each file whose content differs. */
  changedLines(before: Sha, after: Sha): Promise<ReadonlyMap<string, readonly LineRange[]>>;
  list(tree: Sha): Promise<TreeListing>;
  /** Adds to one tree what another changed since a third; a conflict changes nothing. */
  integrate(trees: {
    readonly base: Sha;
    readonly ours: Sha;
    readonly theirs: Sha;
  }): Promise<Integration>;
  /** A tree in which these paths are as in another: also gone, where that has none. */
  withPaths(tree: Sha, paths: readonly string[], of: Sha): Promise<Sha>;
  /** The way from one tree to another, as a patch that git and people can apply. */
  patch(before: Sha, after: Sha): Promise<Uint8Array>;
  /** The tree that a patch makes of this one; undefined: it was made for another. */
  applyPatch(tree: Sha, patch: Uint8Array): Promise<Sha | undefined>;
}
