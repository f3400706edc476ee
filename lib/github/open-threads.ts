import * as z from 'zod';
import type { PullRequest } from '#model/workspace.ts';
import type { ThreadFacts } from '#ratchet/rules/observation/facts.ts';
import { type RepositoryAccess, reading } from './access.ts';
import { allRemarks } from './all-threads.ts';
import { remarkFactsOf } from './check-facts.ts';
import type { GitHubClient } from './client.ts';
import { threadsById } from './documents.ts';
import { threadFactsOf } from './facts.ts';
import type { ForgeIdentity } from './identities.ts';
import { threadNode, threadRemark, type ThreadRemarkNode } from './nodes.ts';

type Asking = Pick<GitHubClient, 'graphql' | 'identity'>;

/** What is written in these threads and reviews. One that was deleted meanwhile is left out. */
export async function openThreads(
  client: Asking,
  repository: PullRequest,
  ids: readonly string[],
): Promise<readonly ThreadFacts[]> {
  const access = { repository, permissions: reading };
  const us = await client.identity(repository);
  const threads: ThreadFacts[] = [];
  for (let start = 0; start < ids.length; start += 50) {
    const variables = { ids: ids.slice(start, start + 50) };
    const { data } = await client.graphql({ document: threadsById, variables }, access);
    for (const node of answer.parse(data).nodes) {
      if (node !== null) threads.push(await factsOf(client, access, { node, us }));
    }
  }
  return threads;
}

const anyNode = z.discriminatedUnion('kind', [
  threadNode.extend({ kind: z.literal('PullRequestReviewThread') }),
  threadRemark.extend({ kind: z.literal('PullRequestReview') }),
]);
const answer = z.object({ nodes: z.array(anyNode.nullable()) });

async function factsOf(
  client: Asking,
  access: RepositoryAccess,
  { node, us }: { readonly node: z.infer<typeof anyNode>; readonly us: ForgeIdentity },
): Promise<ThreadFacts> {
  if (node.kind === 'PullRequestReview') return reviewFactsOf(node, us);
  const comments = await allRemarks(client, access, node);
  return threadFactsOf({ ...node, comments }, us);
}

/** A review says one thing, and of the whole pull request. */
function reviewFactsOf(node: ThreadRemarkNode, us: ForgeIdentity): ThreadFacts {
  const remarks = [remarkFactsOf(node, us)];
  return { id: node.id, resolved: false, outdated: false, url: node.url ?? undefined, remarks };
}
