import * as z from 'zod';
import type { InstalledRepository } from '#ratchet/needs/forge.ts';
import { installationId } from '#model/ids.ts';
import type { Log } from '#base/needs/log.ts';
import type { GitHubClient } from './client.ts';
import { ForgeLater, ForgeRefusal, requireData } from './errors.ts';
import { type MintedToken, appAccess } from './access.ts';

/** All repositories that the App is installed for; a plain token names none. */
export async function listInstalledRepositories(
  client: GitHubClient,
  log: Log,
): Promise<readonly InstalledRepository[]> {
  if (!(await client.isApp())) return [];
  const found: InstalledRepository[] = [];
  const parameters = { per_page: 100 };
  const listing = { method: 'GET', path: '/app/installations', parameters } as const;
  for await (const page of client.pages({ ...listing, what: 'list installations' }, appAccess)) {
    for (const { id, suspended_at: suspendedAt } of z.array(installation).parse(page)) {
      if (typeof suspendedAt === 'string') continue;
      const own = await listOfInstallation(client, id).catch((error: unknown) =>
        skipInstallation(log, id, error),
      );
      found.push(...own);
    }
  }
  return found;
}

/** One that keeps us out, or has used up what it may ask, keeps us from none of the others. */
function skipInstallation(log: Log, installation: number, error: unknown): readonly [] {
  const isItsOwn =
    error instanceof ForgeRefusal ? error.status !== 401 : error instanceof ForgeLater;
  if (!isItsOwn) throw error;
  log.warn('The repositories of an installation cannot be listed', { installation, error });
  return [];
}

function listOfInstallation(
  client: GitHubClient,
  id: number,
): Promise<readonly InstalledRepository[]> {
  return withInstallationToken(client, id, async (access) => {
    const found: InstalledRepository[] = [];
    const parameters = { per_page: 100 };
    const request = { method: 'GET', path: '/installation/repositories', parameters } as const;
    for await (const page of client.pages({ ...request, what: 'list repositories' }, access)) {
      const { repositories } = z.object({ repositories: z.array(repositoryShape) }).parse(page);
      found.push(
        ...repositories.map((one) => ({
          installationId: installationId.parse(String(id)),
          repository: {
            host: client.server.host,
            repositoryId: String(one.id),
            owner: one.owner.login,
            name: one.name,
          },
        })),
      );
    }
    return found;
  });
}

const installation = z.object({ id: z.int(), suspended_at: z.string().nullish() });

const repositoryShape = z.object({
  id: z.int(),
  name: z.string(),
  owner: z.object({ login: z.string() }),
});

/** Asks with a token for all of an installation, which can do no more than name what is there, and ends with the work. */
export async function withInstallationToken<Result>(
  client: GitHubClient,
  id: number | string,
  work: (access: MintedToken) => Promise<Result>,
): Promise<Result> {
  const access = await mint(client, id);
  try {
    return await work(access);
  } finally {
    await client.revoke(access);
  }
}

async function mint(client: GitHubClient, id: number | string): Promise<MintedToken> {
  const answer = await client.rest(
    {
      method: 'POST',
      path: '/app/installations/{installation_id}/access_tokens',
      parameters: { installation_id: id, permissions: { metadata: 'read' } },
      repeatable: true,
    },
    appAccess,
  );
  const { token } = minted.parse(requireData(answer, `open installation ${id}`));
  return { kind: 'minted', token, scope: `installation ${id}`, revocable: true };
}

const minted = z.object({ token: z.string() });
