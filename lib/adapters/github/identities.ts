import * as z from 'zod';
import type { Clock } from '#ports/clock.ts';
import type { RepositoryAddress } from './access.ts';
import type { Grants } from './grants.ts';
import { createKept } from './kept.ts';
import { dataOf } from './refusal.ts';
import type { Rest } from './rest.ts';

/** Who we are on the forge. */
export type Identity =
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
      /** undefined: the token may not say whose it is. */
      readonly login: string | undefined;
      readonly userId: number | undefined;
      /** undefined: a fine-grained token, which names none. */
      readonly scopes: readonly string[] | undefined;
    };

export interface IdentitiesDeps {
  readonly clock: Clock;
  readonly grants: Grants;
  readonly rest: Rest;
}

export function createIdentities({ clock, grants, rest }: IdentitiesDeps) {
  const users = createKept<Identity>({ clock, most: 1, until: (_user, now) => now + 600_000 });
  return async (repository: RepositoryAddress): Promise<Identity> => {
    const installation = await grants.installationOf(repository);
    if (installation === undefined) {
      return users.read('token', () => readUser(repository, rest));
    }
    const { id, appId, slug, permissions } = installation;
    return { kind: 'app', installationId: id, appId, slug, login: `${slug}[bot]`, permissions };
  };
}

async function readUser(repository: RepositoryAddress, rest: Rest): Promise<Identity> {
  const access = { repository, permissions: {} };
  const answer = await rest({ method: 'GET', path: '/user' }, access);
  const scopes = answer.headers['x-oauth-scopes']?.split(/, */).filter((scope) => scope !== '');
  // The token of a workflow run may not ask.
  if (answer.status === 403) return { kind: 'token', login: undefined, userId: undefined, scopes };
  const { login, id } = user.parse(dataOf(answer, 'say whose token it is'));
  return { kind: 'token', login, userId: id, scopes };
}

const user = z.object({ login: z.string(), id: z.int() });
