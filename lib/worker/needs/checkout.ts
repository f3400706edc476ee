import type { Sha } from '#model/ids.ts';

export interface CheckoutWanted {
  readonly url: string;
  readonly token?: string | undefined;
  readonly head: Sha;
  readonly base: Sha;
  /** Absolute; must not be there, or be empty. */
  readonly folder: string;
  /** Folder with objects of earlier checkouts of this repository, to save transfer; it may be made. */
  readonly cache?: string | undefined;
}

/** Fetches a repository. No code of it runs: no hooks, no filters, no settings of it. */
export interface Checkout {
  /** The head, detached, with the history to its merge base with the base, which is fetched too. Keeps no token. */
  open(wanted: CheckoutWanted): Promise<{ readonly mergeBase: Sha | undefined }>;
}
