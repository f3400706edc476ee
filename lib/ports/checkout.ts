import type { Changeset } from '#domain/model/changeset.ts';
import type { Sha } from '#domain/model/ids.ts';

export interface WorkingCopy {
  readonly path: string;
  readonly head: Sha;
}

export interface TreeDiff {
  readonly patch: Uint8Array;
  readonly changes: Changeset['changes'];
  readonly tree: Sha;
}

export type Integration =
  | { readonly kind: 'clean'; readonly tree: Sha }
  | { readonly kind: 'conflict'; readonly paths: readonly string[] };

/** Git as the system trusts it: its own directory, no hooks, no configuration of the repository. */
export interface Checkout {
  /** Fetches what is needed of one commit; afterwards no credentials are kept. */
  fetch(source: {
    readonly url: string;
    readonly refs: readonly string[];
    readonly token?: string;
  }): Promise<void>;
  mergeBase(a: Sha, b: Sha): Promise<Sha | undefined>;
  /** A worktree for our own use. */
  open(commit: Sha): Promise<WorkingCopy>;
  /** A plain copy without remotes or history, for an agent. */
  exportCopy(commit: Sha): Promise<WorkingCopy>;
  /** What an edited copy amounts to, by our own count. */
  diff(copy: WorkingCopy): Promise<TreeDiff>;
  /** Three-way; a conflict changes nothing. */
  apply(copy: WorkingCopy, patch: Uint8Array): Promise<Integration>;
  remove(copy: WorkingCopy): Promise<void>;
}
