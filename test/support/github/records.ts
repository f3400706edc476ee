import type { Account } from './identity.ts';

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
  readonly label: { readonly nodeId: string; readonly name: string; readonly color: string };
  readonly actor: Account;
  readonly at: string;
}

export interface Annotation {
  readonly path: string;
  readonly startLine: number;
  readonly endLine: number;
  readonly startColumn?: number | undefined;
  readonly endColumn?: number | undefined;
  readonly level: 'NOTICE' | 'WARNING' | 'FAILURE';
  readonly message: string;
  readonly title?: string | undefined;
  readonly rawDetails?: string | undefined;
}
