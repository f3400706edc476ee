import * as z from 'zod';
import { type RepositoryAccess, accessTo } from './access.ts';
import type { GitHubClient } from './client.ts';
import { moreRemarks, moreThreads, threadsById } from './documents.ts';
import { ForgeUnavailable } from './errors.ts';
import type { GraphqlAnswer } from './graphql.ts';
import {
  type FullNode,
  type ThreadNode,
  remarkPage,
  threadPage,
  threadNode,
  threadRemark,
  type ThreadRemarkNode,
} from './nodes.ts';
import type { PullRequest } from '#model/workspace.ts';
import type { ThreadFacts } from '#ratchet/rules/observation/facts.ts';
import { toRemarkFacts } from './check-facts.ts';
import { toThreadFacts } from './facts.ts';
import type { ForgeIdentity } from './identities.ts';

/** What is written in these threads and reviews. One that was deleted meanwhile is left out. */
export async function readOpenThreads(
  client: GitHubClient,
  repository: PullRequest,
  ids: readonly string[],
): Promise<readonly ThreadFacts[]> {
  const access = accessTo(repository);
  const us = await client.identity(repository);
  const threads: ThreadFacts[] = [];
  for (let start = 0; start < ids.length; start += 50) {
    const variables = { ids: ids.slice(start, start + 50) };
    const { data } = await client.graphql({ document: threadsById, variables }, access);
    for (const node of threadNodes.parse(data).nodes) {
      if (node !== null) threads.push(await readThreadFacts(client, access, { node, us }));
    }
  }
  return threads;
}

const anyNode = z.discriminatedUnion('kind', [
  threadNode.extend({ kind: z.literal('PullRequestReviewThread') }),
  threadRemark.extend({ kind: z.literal('PullRequestReview') }),
]);

const threadNodes = z.object({ nodes: z.array(anyNode.nullable()) });

async function readThreadFacts(
  client: GitHubClient,
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

type RemarkPage = z.infer<typeof remarkPage>;

/** Every thread, oldest first; what was said in open ones from their beginning, in others at least at their end. */
export async function readAllThreads(
  client: GitHubClient,
  access: RepositoryAccess,
  pull: Pick<FullNode, 'id' | 'threads'>,
): Promise<readonly ThreadNode[]> {
  let { nodes, pageInfo } = pull.threads;
  while (pageInfo.hasPreviousPage) {
    const variables = { id: pull.id, before: pageInfo.startCursor };
    const answer = await client.graphql({ document: moreThreads, variables }, access);
    const page = threadsAnswer.parse(requireWhole(answer)).node.reviewThreads;
    nodes = [...page.nodes, ...nodes];
    ({ pageInfo } = page);
  }
  const whole: ThreadNode[] = [];
  for (const thread of nodes) {
    const { isResolved, comments } = thread;
    const isWhole = isResolved || !comments.pageInfo.hasPreviousPage;
    whole.push(
      isWhole ? thread : { ...thread, comments: await readAllRemarks(client, access, thread) },
    );
  }
  return whole;
}

/** What was said in a thread from its beginning. */
async function readAllRemarks(
  client: GitHubClient,
  access: RepositoryAccess,
  { id, comments }: ThreadNode,
): Promise<RemarkPage> {
  let { nodes, pageInfo } = comments;
  while (pageInfo.hasPreviousPage) {
    const variables = { id, before: pageInfo.startCursor };
    const answer = await client.graphql({ document: moreRemarks, variables }, access);
    const page = remarksAnswer.parse(requireWhole(answer)).node.comments;
    nodes = [...page.nodes, ...nodes];
    ({ pageInfo } = page);
  }
  return { nodes, pageInfo };
}

const threadsAnswer = z.object({ node: z.object({ reviewThreads: threadPage }) });
const remarksAnswer = z.object({ node: z.object({ comments: remarkPage }) });

function requireWhole({ data, errors }: GraphqlAnswer): unknown {
  const [error] = errors;
  if (error === undefined) return data;
  throw new ForgeUnavailable(`GitHub left out review threads: ${error.message.slice(0, 300)}`);
}
