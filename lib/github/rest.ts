import type { GitHubAccess } from './access.ts';
import { type EndpointInput, toEndpoint } from './endpoint.ts';
import { ForgeRefusal } from './errors.ts';
import type { GitHubResponse } from './exchange.ts';
import type { Grant, Grants } from './grants.ts';
import type { GitHubHost } from './github-host.ts';
import type { Send } from './sender.ts';

export interface RestRequest extends EndpointInput {
  /** manual: the address of a redirect is the answer. */
  readonly redirect?: 'manual';
  /** Doing it twice is the same as once, so it may be tried again; a POST is not, unless this says so. */
  readonly repeatable?: boolean;
}

export type Rest = (request: RestRequest, access: GitHubAccess) => Promise<GitHubResponse>;

/** One GitHub, and what each request to it is proven with and sent by. */
export interface GitHubConnection {
  readonly server: GitHubHost;
  readonly grants: Grants;
  readonly send: Send;
}

/** Asks the REST API. Refusals below 500 are answers too; GETs are conditional where they can be. */
export function createRest({ server, grants, send }: GitHubConnection): Rest {
  const etags = createEtags(500);
  return async (request, access) => {
    const endpoint = toEndpoint(server.apiUrl, request);
    if (!endpoint.url.startsWith(`${server.apiUrl}/`)) {
      throw new Error(`A request to ${new URL(endpoint.url).host} would show it our token`);
    }
    const { redirect, repeatable = request.method !== 'POST' } = request;
    const ask = (grant: Grant, etag?: string) =>
      send({
        ...endpoint,
        ...grant,
        headers: { ...endpoint.headers, ...(etag !== undefined && { 'if-none-match': etag }) },
        redirect,
        resource: 'core',
        repeatable,
      });
    return withFreshGrant({ grants, access }, (grant) => {
      const isPlain = request.method === 'GET' && redirect === undefined;
      if (!isPlain || access.kind === 'minted') return ask(grant);
      // What one access sees is not for another.
      const key = `${grant.scope} ${JSON.stringify(access)} ${endpoint.url}`;
      return etags.ask(key, (etag) => ask(grant, etag));
    });
  };
}

/** A token that GitHub does not accept may have been rotated or revoked: once more with a new one. */
export async function withFreshGrant(
  { grants, access }: { readonly grants: Grants; readonly access: GitHubAccess },
  ask: (grant: Grant) => Promise<GitHubResponse>,
): Promise<GitHubResponse> {
  const first = await ask(await grants.grantFor(access, false));
  if (first.status !== 401) return first;
  const second = await ask(await grants.grantFor(access, true));
  if (second.status !== 401) return second;
  throw new ForgeRefusal(401, 'GitHub does not accept our credentials; they may have been revoked');
}

interface Tagged {
  readonly etag: string;
  readonly answer: GitHubResponse;
}

interface Etags {
  /** Asks with the tag of the last answer; what has not changed is that answer, and costs nothing. */
  ask(
    key: string,
    send: (etag: string | undefined) => Promise<GitHubResponse>,
  ): Promise<GitHubResponse>;
}

/** The last answers to conditional requests, as far as they are small; the least used one goes first. */
export function createEtags(most: number): Etags {
  const kept = new Map<string, Tagged>();
  return {
    async ask(key, send) {
      const last = kept.get(key);
      const answer = await send(last?.etag);
      const isSame = answer.status === 304 && last !== undefined;
      const { etag = isSame ? last.etag : undefined } = answer.headers;
      // The tag is kept with the body it belongs to, never alone.
      const now = isSame
        ? { ...last.answer, headers: { ...last.answer.headers, ...answer.headers } }
        : answer;
      if (now.status === 200 && etag !== undefined && now.size <= mostCharacters) {
        kept.delete(key);
        kept.set(key, { etag, answer: now });
        const [oldest] = kept.keys();
        if (kept.size > most && oldest !== undefined) kept.delete(oldest);
      } else if (answer.status !== 304) kept.delete(key);
      return now;
    },
  };
}

const mostCharacters = 262_144;
