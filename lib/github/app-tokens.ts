import * as z from 'zod';
import type { TimeSource } from '#base/needs/clock.ts';
import type { MintedToken, Permissions, RepositoryAccess, RepositoryAddress } from './access.ts';
import { type AppCredentials, createAppJwt } from './app-jwt.ts';
import { type EndpointInput, toEndpoint } from './endpoint.ts';
import { ForgeGone, ForgeRefusal, readRefusalMessage } from './errors.ts';
import type { GitHubResponse } from './exchange.ts';
import { createKept } from './kept.ts';
import type { Send } from './sender.ts';

export interface Installation {
  readonly id: number;
  readonly appId: number;
  readonly slug: string;
  readonly permissions: Readonly<Record<string, string>>;
}

export interface AppTokens {
  installationOf(app: AppCredentials, repository: RepositoryAddress): Promise<Installation>;
  /** A kept one while it is good for some minutes more. */
  tokenFor(app: AppCredentials, access: RepositoryAccess): Promise<MintedToken>;
  /** A new one, shared with no other caller. */
  mint(app: AppCredentials, access: RepositoryAccess): Promise<MintedToken>;
  forget(access: RepositoryAccess): void;
}

/**
 * Tokens of installations, each for one repository and a few permissions. Not those of `@octokit/auth-app`: it shares
 * requests under way between all Apps and hosts of a process, and its two JWTs of one second are the same.
 */
export function createAppTokens(send: Send, clock: TimeSource, apiUrl: string): AppTokens {
  const installations = createKept<Installation>({
    clock,
    most: 2_000,
    until: (_installation, now) => now + installationMs,
  });
  const tokens = createKept<MintedToken & { readonly expiresAt: number }>({
    clock,
    most: 5_000,
    until: ({ expiresAt }) => expiresAt - spareMs,
  });
  const ask = (app: AppCredentials, input: EndpointInput): Promise<GitHubResponse> =>
    send({
      ...toEndpoint(apiUrl, input),
      authorization: () => `Bearer ${createAppJwt(app, clock.now())}`,
      scope: 'app',
      resource: 'core',
      // A token that got lost on the way does no harm: it ends by itself.
      repeatable: true,
    });
  const installationOf = (app: AppCredentials, repository: RepositoryAddress) =>
    installations.read(repositoryKey(repository), () => findInstallation(app, repository, ask));
  const mint = async (app: AppCredentials, access: RepositoryAccess) => {
    const { repository } = access;
    const wasKnown = await installationOf(app, repository);
    const first = await requestToken({ app, access, ask }, wasKnown);
    if (first.status === 201) return readInstallationToken(first, wasKnown);
    // It may have been removed and installed again, or been given other permissions.
    installations.forget(repositoryKey(repository));
    const installation = await installationOf(app, repository);
    const second = await requestToken({ app, access, ask }, installation);
    if (second.status === 201) return readInstallationToken(second, installation);
    throw tokenRefusalError(second, repository);
  };
  return {
    installationOf,
    mint,
    tokenFor: (app, access) => tokens.read(accessKey(access), () => mint(app, access)),
    forget: (access) => tokens.forget(accessKey(access)),
  };
}

const installationMs = 600_000;
const spareMs = 300_000;

interface TokenRequest {
  readonly app: AppCredentials;
  readonly access: RepositoryAccess;
  readonly ask: (app: AppCredentials, input: EndpointInput) => Promise<GitHubResponse>;
}

function repositoryKey({ owner, name, repositoryId }: RepositoryAddress): string {
  return `${repositoryId ?? ''} ${owner}/${name}`;
}

function accessKey({ repository, permissions }: RepositoryAccess): string {
  const names = Object.entries(permissions).map(([name, level]) => `${name}:${level}`);
  return `${repositoryKey(repository)} ${names.toSorted().join(' ')}`;
}

async function findInstallation(
  app: AppCredentials,
  { owner, name }: RepositoryAddress,
  ask: TokenRequest['ask'],
): Promise<Installation> {
  const path = '/repos/{owner}/{repo}/installation';
  const answer = await ask(app, { method: 'GET', path, parameters: { owner, repo: name } });
  if (answer.status === 404) {
    throw new ForgeGone(`The App is not installed for ${owner}/${name}; install it there`);
  }
  if (answer.status !== 200) throw appRefusalError(answer);
  const { suspended_at: suspendedAt, ...installation } = installationShape.parse(answer.data);
  if (typeof suspendedAt === 'string') {
    throw new ForgeGone(`The installation of the App for ${owner}/${name} is suspended`);
  }
  const { id, app_id: appId, app_slug: slug, permissions } = installation;
  return { id, appId, slug, permissions };
}

const installationShape = z.object({
  id: z.int(),
  app_id: z.int(),
  app_slug: z.string(),
  permissions: z.record(z.string(), z.string()),
  suspended_at: z.string().nullish(),
});

function requestToken({ app, access, ask }: TokenRequest, installation: Installation) {
  const { repositoryId } = access.repository;
  // While only its name is known, a token can do no more than find it.
  const limits =
    repositoryId === undefined
      ? { permissions: { metadata: 'read' } }
      : {
          repository_ids: [Number(repositoryId)],
          permissions: limitToGranted(access.permissions, installation.permissions),
        };
  return ask(app, {
    method: 'POST',
    path: '/app/installations/{installation_id}/access_tokens',
    parameters: { installation_id: installation.id, ...limits },
  });
}

// GitHub refuses the whole token for one permission too much, and gives all of them for none.
function limitToGranted(wanted: Permissions, granted: Installation['permissions']): Permissions {
  const had = Object.entries(wanted).flatMap(([name, level]) => {
    const given = granted[name];
    if (given === undefined) return [];
    return [[name, given === 'read' ? 'read' : level] as const];
  });
  return { metadata: 'read', ...Object.fromEntries(had) };
}

function readInstallationToken(answer: GitHubResponse, installation: Installation) {
  const { token, expires_at: expiresAt } = tokenShape.parse(answer.data);
  const scope = `installation ${installation.id}`;
  return {
    kind: 'minted',
    token,
    scope,
    revocable: true,
    expiresAt: Date.parse(expiresAt),
  } as const;
}

const tokenShape = z.object({ token: z.string().min(1), expires_at: z.string() });

function tokenRefusalError(answer: GitHubResponse, { owner, name }: RepositoryAddress): Error {
  if (![403, 404, 422].includes(answer.status)) return appRefusalError(answer);
  const said = readRefusalMessage(answer);
  return new ForgeGone(`GitHub gives the App no access to ${owner}/${name}: ${said}`);
}

function appRefusalError(answer: GitHubResponse): Error {
  const said = readRefusalMessage(answer);
  const hint = 'check the id of the App and its private key';
  return new ForgeRefusal(answer.status, `GitHub does not accept the App: ${said}; ${hint}`);
}
