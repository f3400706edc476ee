import * as z from 'zod';
import type { TimeSource } from '#base/needs/clock.ts';
import { type RepositoryAccess, type RepositoryAddress, accessTo } from './access.ts';
import { viewer as viewerDocument } from './documents.ts';
import { ForgeRefusal, requireData } from './errors.ts';
import type { Grants } from './grants.ts';
import type { Graphql } from './graphql.ts';
import { createKept } from './kept.ts';
import type { Rest } from './rest.ts';
/** Who we are on the forge. */
export type ForgeIdentity =
  | {
      readonly kind: 'app';
      readonly installationId: number;
      readonly appId: number;
      readonly slug: string;
      /** As REST writes it, with [bot]. */
      readonly login: string;
      /** What the installation was given. */
      readonly permissions: Readonly<Record<string, string>>;
    }
  | {
      readonly kind: 'token';
      /** As REST writes it, with [bot] for a bot. */
      readonly login: string;
      readonly userId: number;
      /** undefined: a fine-grained token, which names none. */
      readonly scopes: readonly string[] | undefined;
    };

interface GitHubApi {
  readonly rest: Rest;
  readonly graphql: Graphql;
}

export function createIdentities(grants: Grants, api: GitHubApi, clock: TimeSource) {
  const users = createKept<ForgeIdentity>({ clock, most: 1, until: (_user, now) => now + 600_000 });
  return async (repository: RepositoryAddress): Promise<ForgeIdentity> => {
    const installation = await grants.installationOf(repository);
    if (installation === undefined) {
      return users.read('token', () => readUser(api, repository));
    }
    const { id, appId, slug, permissions } = installation;
    return { kind: 'app', installationId: id, appId, slug, login: `${slug}[bot]`, permissions };
  };
}

async function readUser(
  { rest, graphql }: GitHubApi,
  repository: RepositoryAddress,
): Promise<ForgeIdentity> {
  const access = accessTo(repository, {});
  const answer = await rest({ method: 'GET', path: '/user' }, access);
  const scopes = answer.headers['x-oauth-scopes']?.split(/, */).filter((scope) => scope !== '');
  if (answer.status === 403) return { ...(await readViewer(graphql, access)), scopes };
  const { login, id } = user.parse(requireData(answer, 'say whose token it is'));
  return { kind: 'token', login, userId: id, scopes };
}

const user = z.object({ login: z.string(), id: z.int() });

/** The token of a workflow run, or of an App, may not ask REST whose it is. */
async function readViewer(graphql: Graphql, access: RepositoryAccess) {
  const { data } = await graphql({ document: viewerDocument, variables: {} }, access);
  const read = viewer.safeParse(data).data;
  // To trust the marker alone would let other accounts silence us.
  if (read === undefined) {
    throw new ForgeRefusal(
      403,
      'GitHub does not say whose token this is, so our own comments cannot be recognized; use the token of a user or an App',
    );
  }
  const { login, databaseId: userId } = read.viewer;
  return { kind: 'token', login: toRestLogin({ kind: 'Bot', login }), userId } as const;
}

const viewer = z.object({ viewer: z.object({ login: z.string(), databaseId: z.int() }) });

/** An account as REST and people name it: GraphQL leaves out the ending that tells bots. */
export function toRestLogin({
  kind,
  login,
}: {
  readonly kind: string;
  readonly login: string;
}): string {
  return kind === 'Bot' && !login.endsWith('[bot]') ? `${login}[bot]` : login;
}
