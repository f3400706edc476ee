import type { GitHubAccess } from './access.ts';
import { dataOf } from './refusal.ts';
import type { Rest, RestRequest } from './rest.ts';

/** Reads a listing page by page, as its Link headers lead; `what` says in an error what was asked. */
export async function* pagesOf(
  rest: Rest,
  { what, ...request }: RestRequest & { readonly what: string },
  access: GitHubAccess,
): AsyncGenerator {
  let next: RestRequest | undefined = request;
  while (next !== undefined) {
    const answer = await rest(next, access);
    yield dataOf(answer, what);
    const url = /<([^<>]+)>;\s*rel="next"/.exec(answer.headers['link'] ?? '')?.[1];
    next = url === undefined ? undefined : { method: 'GET', path: url };
  }
}
