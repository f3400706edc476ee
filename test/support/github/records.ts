import type { Account } from './identity.ts';
import type { Label } from './model.ts';

/** One move of a branch, as the repository's activity tells of it. */
export interface Activity {
  readonly id: number;
  /** Full name, `refs/heads/...`. */
  readonly ref: string;
  /** Forty zeros: the branch was made, or is gone. */
  readonly before: string;
  readonly after: string;
  readonly forced: boolean;
  readonly at: string;
  readonly actor: Account;
}

export interface LabelledEvent {
  readonly id: number;
  readonly label: Label;
  readonly actor: Account;
  readonly at: string;
}
