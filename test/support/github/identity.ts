/** A person, a bot or an organization. Only a deleted account is ever absent. */
export interface Account {
  readonly kind: 'Account';
  readonly type: 'User' | 'Bot' | 'Organization';
  readonly id: number;
  readonly nodeId: string;
  readonly login: string;
}

export type Level = 'read' | 'write' | 'admin';
/** What a token or an App may do, by GitHub's names: `contents`, `checks`, `pull_requests`, ... */
export type Permissions = Readonly<Record<string, Level>>;

export interface App {
  readonly kind: 'App';
  readonly id: number;
  readonly nodeId: string;
  readonly slug: string;
  readonly name: string;
  readonly owner: Account;
  /** The account its installation tokens act as, `slug[bot]`. */
  readonly bot: Account;
  /** PEM; absent for the Apps of others, which never sign in. */
  readonly publicKey: string | undefined;
  readonly permissions: Permissions;
  readonly events: readonly string[];
  webhook: { url: string; secret: string } | undefined;
}

export interface Installation {
  readonly id: number;
  readonly app: App;
  readonly account: Account;
  permissions: Permissions;
  /** Repository ids, or all of the account. */
  repositories: Set<number> | 'all';
  suspended: boolean;
}

/** A user's token: classic with scopes, or fine-grained where permissions are given. */
export interface UserToken {
  readonly kind: 'user';
  readonly token: string;
  readonly user: Account;
  readonly scopes: readonly string[];
  readonly permissions: Permissions | undefined;
}

export interface InstallationToken {
  readonly kind: 'installation';
  readonly token: string;
  readonly installation: Installation;
  readonly repositories: ReadonlySet<number> | 'all';
  readonly permissions: Permissions;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

export type Token = UserToken | InstallationToken;
