import type { Sha } from '#model/ids.ts';

export interface NewBranch {
  readonly name: string;
  readonly tree: Sha;
  readonly parents: readonly Sha[];
  readonly message: string;
  /** Milliseconds since 1970; the same inputs make the same commit. */
  readonly at: number;
}

/** Branches of the repository of a person. Its work tree, its index and its other branches stay as they are. */
export interface Branches {
  /** Why a branch of this name cannot be made; undefined: it can. */
  problemWith(name: string): Promise<string | undefined>;
  /** `exists`: it was made meanwhile; nothing was changed. */
  create(
    branch: NewBranch,
  ): Promise<{ readonly kind: 'created'; readonly commit: Sha } | { readonly kind: 'exists' }>;
  /** Only while it still leads there, and only while it is not checked out. */
  remove(name: string, commit: Sha): Promise<'removed' | 'moved' | 'absent' | 'checked-out'>;
}
