import * as z from 'zod';
import type { Sha } from '#model/ids.ts';
import type { RepositoryAccess } from './access.ts';
import { hidesChecks } from './all-checks.ts';
import type { GitHubClient } from './client.ts';
import { moreSuites } from './documents.ts';
import type { GraphqlError } from './graphql.ts';
import { type SuiteNode, type SuitePage, suitePage } from './nodes.ts';
import { type AllPages, readPages } from './read-pages.ts';

/** What one query brought of the suites of a head. */
export interface FirstSuites {
  readonly id: string;
  readonly headSha: Sha;
  readonly first: SuitePage;
  /** Of the whole pull request. */
  readonly errors: readonly GraphqlError[];
}

/** All suites of a head, those without any check too. */
export async function suitesOf(
  client: Pick<GitHubClient, 'graphql'>,
  access: RepositoryAccess,
  { id, headSha, first, errors }: FirstSuites,
): Promise<AllPages<SuiteNode>> {
  if (!first) return { nodes: [], complete: false };
  const all = await readPages(first, async (after: string) => {
    const query = { document: moreSuites, variables: { id, after } };
    const { data, errors: more } = await client.graphql(query, access);
    const commit = answer.parse(data).node?.commits.nodes.at(-1)?.commit;
    if (commit?.oid !== headSha || hidesChecks(more)) return undefined;
    return commit.checkSuites ?? undefined;
  });
  return { ...all, complete: all.complete && !hidesChecks(errors.filter(isOfSuites)) };
}

/** Whether an error is about the suites of a head, and nothing else. */
export function isOfSuites({ path }: GraphqlError): boolean {
  return path?.[0] === 'commits' && path.includes('checkSuites');
}

const answer = z.object({
  node: z
    .object({
      commits: z.object({
        nodes: z.array(z.object({ commit: z.object({ oid: z.string(), checkSuites: suitePage }) })),
      }),
    })
    .nullable(),
});
