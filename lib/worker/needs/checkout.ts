import type { Sha } from '#model/ids.ts';
import type { StartedSession } from './session-backend.ts';

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

/** Fetches a repository without running its code: no hooks, no filters, no settings of it. */
export interface Checkout {
  /** The head, detached, with the history to its merge base with the base, which is fetched too. Keeps no token. */
  open(wanted: CheckoutWanted): Promise<{ readonly mergeBase: Sha | undefined }>;
}

/** The code of a pull request in a folder of its own, with room for what a worker needs beside it. */
export interface OpenedCheckout {
  /** The code, absolute. */
  readonly repository: string;
  /** The path for our own git folder, which does not exist yet. */
  readonly gitDir: string;
  /** undefined: head and base have no commit in common. */
  readonly mergeBase: Sha | undefined;
  /** Opens another commit of the same repository in a folder beside it. */
  openAt(commit: Sha): Promise<string>;
  /** Removes all of it. */
  close(): Promise<void>;
}

/** Opens the checkout of a run, after removing what a dead worker of the run left. */
export type OpenCheckout = (
  session: Pick<StartedSession, 'brief' | 'checkout'>,
) => Promise<OpenedCheckout>;
