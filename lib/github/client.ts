import type {
  GitHubAccess,
  MintedToken,
  RepositoryAccess,
  RepositoryAddress,
  CredentialSource,
} from './access.ts';
import { type Graphql, createGraphql } from './graphql.ts';
import { createAppTokens } from './app-tokens.ts';
import { createGrants } from './grants.ts';
import { type ForgeIdentity, createIdentities } from './identities.ts';
import { type GitHubHost, locateGitHub } from './github-host.ts';
import { type Rest, type RestRequest, createRest } from './rest.ts';
import { type GitHubServices, createSender } from './sender.ts';
import { requireData } from './errors.ts';

export interface GitHubOptions {
  /** For example https://api.github.com or https://ghe.example.com/api/v3. */
  readonly apiUrl: string;
  readonly credentials: CredentialSource;
}

export interface GitHubClient {
  readonly server: GitHubHost;
  /** Answers refusals below 500 as they are; `dataOf` makes errors of them. */
  readonly rest: Rest;
  readonly graphql: Graphql;
  /** All pages of a listing, each as it came. */
  pages(request: RestRequest & { readonly what: string }, access: GitHubAccess): AsyncGenerator;
  /** Who we are in a repository. */
  identity(repository: RepositoryAddress): Promise<ForgeIdentity>;
  /** Whether we come as an App, rather than with a plain token. */
  isApp(): Promise<boolean>;
  /** A new token for one piece of work, which `revoke` ends; a plain token is handed out as it is. */
  mint(access: RepositoryAccess): Promise<MintedToken>;
  revoke(token: MintedToken): Promise<void>;
}

/**
 * Talks to one GitHub. Every call may throw ForgeLater (a limit), ForgeUnavailable (an outage), ForgeGone (no access
 * any more) or ForgeRefusal.
 */
export function createGitHubClient(services: GitHubServices, options: GitHubOptions): GitHubClient {
  const { clock, metrics } = services;
  const server = locateGitHub(options.apiUrl);
  const send = createSender(services);
  const { credentials } = options;
  const grants = createGrants(createAppTokens(send, clock, server.apiUrl), credentials, clock);
  const connection = { server, grants, send };
  const rest = createRest(connection);
  const graphql = createGraphql(connection, metrics);
  return {
    server,
    rest,
    graphql,
    pages: (request, access) => pagesOf(rest, request, access),
    identity: createIdentities(grants, { rest, graphql }, clock),
    isApp: async () => (await credentials()).kind === 'app',
    mint: (access) => grants.mint(access),
    async revoke(token) {
      if (token.revocable) await rest({ method: 'DELETE', path: '/installation/token' }, token);
    },
  };
}

/** Reads a listing page by page, as its Link headers lead; `what` says in an error what was asked. */
async function* pagesOf(
  rest: Rest,
  { what, ...request }: RestRequest & { readonly what: string },
  access: GitHubAccess,
): AsyncGenerator {
  let next: RestRequest | undefined = request;
  while (next !== undefined) {
    const answer = await rest(next, access);
    yield requireData(answer, what);
    const url = /<([^<>]+)>;\s*rel="next"/.exec(answer.headers['link'] ?? '')?.[1];
    next = url === undefined ? undefined : { method: 'GET', path: url };
  }
}
