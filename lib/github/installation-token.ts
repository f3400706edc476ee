import * as z from 'zod';
import type { MintedToken } from './access.ts';
import type { GitHubClient } from './client.ts';
import { requireData } from './refusal.ts';

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
    'app',
  );
  const { token } = minted.parse(requireData(answer, `open installation ${id}`));
  return { token, scope: `installation ${id}`, revocable: true };
}

const minted = z.object({ token: z.string() });
