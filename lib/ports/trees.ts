import type { DiffEntry } from '#domain/enforce/diff.ts';
import type { Sha } from '#domain/model/ids.ts';

/** What lies in a folder, as our own git sees it: whatever is configured there, nothing of it runs. */
export interface Trees {
  /** The tree that the folder holds now; files that it tells git to ignore are left out. */
  capture(folder: string): Promise<Sha>;
  /** Makes the folder hold a captured tree again, byte for byte; what git ignores there stays. */
  restore(folder: string, tree: Sha): Promise<void>;
  /** How two captured trees differ, path by path. */
  compare(before: Sha, after: Sha): Promise<readonly DiffEntry[]>;
}
