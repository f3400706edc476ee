import type { TimeSource } from '#base/needs/clock.ts';
import type {
  GitHubAccess,
  CredentialSource,
  GitHubCredentials,
  MintedToken,
  RepositoryAccess,
  RepositoryAddress,
} from './access.ts';
import { createAppJwt } from './app-jwt.ts';
import type { AppTokens, Installation } from './app-tokens.ts';
import { ForgeRefusal } from './errors.ts';

/** What one request may prove itself with. */
export interface Grant {
  readonly authorization: () => string;
  /** Whose limits it counts against. */
  readonly scope: string;
}

export interface Grants {
  /** `again` after a refusal: nothing kept is used. */
  grantFor(access: GitHubAccess, again: boolean): Promise<Grant>;
  mint(access: RepositoryAccess): Promise<MintedToken>;
  /** undefined: a plain token is used. */
  installationOf(repository: RepositoryAddress): Promise<Installation | undefined>;
}

/** Finds what each request is made with: the App, a token of its installation, or the plain token. */
export function createGrants(
  tokens: AppTokens,
  credentials: CredentialSource,
  clock: TimeSource,
): Grants {
  return {
    async grantFor(access, again) {
      if (access.kind === 'minted') return bearing(access);
      const given = await credentials(again ? { fresh: true } : undefined);
      if (given.kind === 'token') return bearing(plainToken(given));
      if (access.kind === 'app') {
        return { authorization: () => `Bearer ${createAppJwt(given, clock.now())}`, scope: 'app' };
      }
      if (again) tokens.forget(access);
      return bearing(await tokens.tokenFor(given, access));
    },
    async mint(access) {
      const given = await credentials();
      return given.kind === 'token' ? plainToken(given) : tokens.mint(given, access);
    },
    async installationOf(repository) {
      const given = await credentials();
      return given.kind === 'token' ? undefined : tokens.installationOf(given, repository);
    },
  };
}

function bearing({ token, scope }: MintedToken): Grant {
  // A line end would end the header, and the error of it show the token.
  const bare = token.trim();
  if (/^[\x21-\x7e]+$/.test(bare)) return { authorization: () => `Bearer ${bare}`, scope };
  throw new ForgeRefusal(401, 'The GitHub token is empty or has characters that no token has');
}

function plainToken({ token }: Extract<GitHubCredentials, { kind: 'token' }>): MintedToken {
  return { kind: 'minted', token: token.trim(), scope: 'token', revocable: false };
}
