import * as z from 'zod';
import type { RepositoryAccess } from './access.ts';
import type { GitHubClient } from './client.ts';
import { moreRemarks, moreThreads } from './documents.ts';
import { ForgeUnavailable } from './errors.ts';
import type { GraphqlAnswer } from './graphql.ts';
import { type FullNode, type ThreadNode, remarkPage, threadPage } from './nodes.ts';

type Asking = Pick<GitHubClient, 'graphql'>;
type RemarkPage = z.infer<typeof remarkPage>;

/** Every thread, oldest first; what was said in open ones from their beginning, in others at least at their end. */
export async function readAllThreads(
  client: Asking,
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
export async function readAllRemarks(
  client: Asking,
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
