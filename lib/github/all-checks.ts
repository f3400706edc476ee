import * as z from 'zod';
import type { Sha } from '#model/ids.ts';
import type { RepositoryAccess } from './access.ts';
import type { GitHubClient } from './client.ts';
import { commitChecks, moreChecks } from './documents.ts';
import type { GraphqlError } from './graphql.ts';
import { type ContextNode, type ContextPage, rollup } from './nodes.ts';
import { readPages } from './read-pages.ts';

/** The checks of a commit, and whether none of them was left out. */
export interface AllChecks {
  readonly contexts: readonly ContextNode[];
  readonly complete: boolean;
}

/** Reads the pages after the first one. They must be of the same head: it may have moved in between. */
export async function readRestOfChecks(
  client: GitHubClient,
  access: RepositoryAccess,
  pull: { readonly id: string; readonly headSha: Sha; readonly first: ContextPage },
): Promise<AllChecks> {
  const all = await readPages(pull.first, async (after: string) => {
    const query = { document: moreChecks, variables: { id: pull.id, after } };
    const { data, errors } = await client.graphql(query, access);
    const page = pullAnswer.parse(data).node;
    if (page?.headRefOid !== pull.headSha || hidesChecks(errors)) return undefined;
    return page.statusCheckRollup?.contexts;
  });
  return { contexts: all.nodes, complete: all.complete };
}

/** All checks of a commit; a commit without any has none. */
export async function readChecksOfCommit(
  client: GitHubClient,
  access: RepositoryAccess,
  oid: Sha,
): Promise<AllChecks> {
  const { owner, name } = access.repository;
  const read = async (after: string | null) => {
    const query = { document: commitChecks, variables: { owner, name, oid, after } };
    const { data, errors } = await client.graphql(query, access);
    if (hidesChecks(errors)) return undefined;
    return commitAnswer.parse(data).repository?.object?.statusCheckRollup?.contexts ?? noChecks;
  };
  const first = await read(null);
  if (first === undefined) return { contexts: [], complete: false };
  const all = await readPages(first, read);
  return { contexts: all.nodes, complete: all.complete };
}

/** A token that may not read workflow runs still sees all checks; any other error hides some. */
export function hidesChecks(errors: readonly GraphqlError[]): boolean {
  return errors.some(({ path }) => !(path ?? []).includes('workflowRun'));
}

const noChecks: ContextPage = { pageInfo: { hasNextPage: false, endCursor: null }, nodes: [] };

const pullAnswer = z.object({
  node: z.object({ headRefOid: z.string(), statusCheckRollup: rollup }).nullable(),
});

const commitAnswer = z.object({
  repository: z.object({ object: z.object({ statusCheckRollup: rollup }).nullable() }).nullable(),
});
