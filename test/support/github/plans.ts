import type { Clock } from '#base/needs/clock.ts';
import type { Permissions } from './identity.ts';
import type { Repository, Role } from './model.ts';

export interface WorldOptions {
  /** Folder for the bare repositories; the caller's to remove. */
  readonly root: string;
  readonly clock: Clock;
  /** How long after the first question GitHub knows whether a pull request merges. */
  readonly mergeabilityLagMs?: number;
  /** How long after a push its checks register. */
  readonly checksLagMs?: number;
}

export interface NewApp {
  readonly slug: string;
  readonly id?: number;
  readonly name?: string;
  readonly owner?: string;
  readonly publicKey?: string;
  readonly permissions?: Permissions;
  readonly events?: readonly string[];
  readonly webhook?: { readonly url: string; readonly secret: string };
}

export interface NewInstallation {
  readonly account: string;
  readonly permissions?: Permissions;
  readonly repositories?: readonly Repository[];
}

export interface NewUserToken {
  readonly token?: string;
  readonly scopes?: readonly string[];
  readonly permissions?: Permissions;
}

export interface NewInstallationToken {
  readonly permissions?: Permissions;
  readonly repositories?: readonly number[];
}

export interface NewRepository {
  readonly private?: boolean;
  readonly defaultBranch?: string;
  readonly collaborators?: Readonly<Record<string, Role>>;
}
