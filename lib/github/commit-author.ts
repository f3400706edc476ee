import * as z from 'zod';
import type { RepositoryAddress } from './access.ts';
import { reading } from './access.ts';
import type { GitHubClient } from './client.ts';

export interface CommitAuthor {
  readonly name: string;
  readonly email: string;
}

/** Who commits: the bot of the App or the owner of the token, by the address that GitHub knows them by. */
export async function authorOf(
  client: GitHubClient,
  repository: RepositoryAddress,
): Promise<CommitAuthor> {
  const who = await client.identity(repository);
  const host = mailHostOf(client.place.host);
  if (who.kind === 'token') {
    const { login, userId } = who;
    return { name: login, email: `${userId}+${login}@${host}` };
  }
  const { login } = who;
  const answer = await client.rest(
    { method: 'GET', path: '/users/{username}', parameters: { username: login } },
    { repository, permissions: reading },
  );
  const id = account.safeParse(answer.data).data?.id;
  return { name: login, email: `${id === undefined ? '' : `${id}+`}${login}@${host}` };
}

const account = z.object({ id: z.int() });

/** A server that has an address and no name has no mail either. */
function mailHostOf(host: string): string {
  return `users.noreply.${/^[a-z0-9.-]+\.[a-z]+$/i.test(host) ? host : 'github.com'}`;
}
