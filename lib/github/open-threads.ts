import * as z from 'zod';
import type { PullRequest } from '#model/workspace.ts';
import type { ThreadFacts } from '#ratchet/rules/observation/facts.ts';
import { type RepositoryAccess, reading } from './access.ts';
import { readAllRemarks } from './all-threads.ts';
import { toRemarkFacts } from './check-facts.ts';
import type { GitHubClient } from './client.ts';
import { threadsById } from './documents.ts';
import { toThreadFacts } from './facts.ts';
import type { ForgeIdentity } from './identities.ts';
import { threadNode, threadRemark, type ThreadRemarkNode } from './nodes.ts';

type Asking = Pick<GitHubClient, 'graphql' | 'identity'>;

/** What is written in these threads and reviews. One that was deleted meanwhile is left out. */
export async function readOpenThreads(
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
      if (node !== null) threads.push(await readThreadFacts(client, access, { node, us }));
    }
  }
  return threads;
}

const anyNode = z.discriminatedUnion('kind', [
  threadNode.extend({ kind: z.literal('PullRequestReviewThread') }),
  threadRemark.extend({ kind: z.literal('PullRequestReview') }),
]);
const answer = z.object({ nodes: z.array(anyNode.nullable()) });

async function readThreadFacts(
  client: Asking,
  access: RepositoryAccess,
  { node, us }: { readonly node: z.infer<typeof anyNode>; readonly us: ForgeIdentity },
): Promise<ThreadFacts> {
  if (node.kind === 'PullRequestReview') return toReviewFacts(node, us);
  const comments = await readAllRemarks(client, access, node);
  return toThreadFacts({ ...node, comments }, us);
}

/** A review says one thing, and of the whole pull request. */
function toReviewFacts(node: ThreadRemarkNode, us: ForgeIdentity): ThreadFacts {
  const remarks = [toRemarkFacts(node, us)];
  return { id: node.id, resolved: false, outdated: false, url: node.url ?? undefined, remarks };
}
