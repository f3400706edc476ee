import type { AppCredentials } from './app-jwt.ts';

/** A person's token, classic or fine-grained. */
interface TokenCredentials {
  readonly kind: 'token';
  readonly token: string;
}

export type GitHubCredentials = AppCredentials | TokenCredentials;

/** Called whenever credentials are needed; `fresh` after GitHub refused the last ones. */
export type CredentialSource = (asked?: { readonly fresh: boolean }) => Promise<GitHubCredentials>;

export interface RepositoryAddress {
  readonly owner: string;
  readonly name: string;
  /** Absent while only the name is known. */
  readonly repositoryId?: string | undefined;
}

export type Permissions = Readonly<Record<string, 'read' | 'write'>>;

/** In one repository, with these permissions and no more; a plain token has what it has. */
export interface RepositoryAccess {
  readonly kind: 'repository';
  readonly repository: RepositoryAddress;
  readonly permissions: Permissions;
}

/** A token for one piece of work. The caller that had it minted revokes it. */
export interface MintedToken {
  readonly kind: 'minted';
  readonly token: string;
  readonly scope: string;
  /** A plain token is not: it belongs to the person who made it. */
  readonly revocable: boolean;
}

/** What a request is made as: the App itself, its installation in a repository, or a token at hand. */
export type GitHubAccess = { readonly kind: 'app' } | RepositoryAccess | MintedToken;

export const appAccess: GitHubAccess = { kind: 'app' };

/** With only the address kept of the repository: answers are remembered by the whole access. */
export function accessTo(
  { owner, name, repositoryId }: RepositoryAddress,
  permissions: Permissions = reading,
): RepositoryAccess {
  return { kind: 'repository', repository: { owner, name, repositoryId }, permissions };
}

/** What all reading needs. */
const reading: Permissions = {
  actions: 'read',
  checks: 'read',
  contents: 'read',
  issues: 'read',
  metadata: 'read',
  pull_requests: 'read',
  statuses: 'read',
};

const reporting: Permissions = {
  checks: 'write',
  issues: 'write',
  metadata: 'read',
  pull_requests: 'write',
  statuses: 'read',
};

/** The right to say something on a pull request, and to nothing else. */
export function accessToReport(repository: RepositoryAddress): RepositoryAccess {
  return accessTo(repository, reporting);
}
