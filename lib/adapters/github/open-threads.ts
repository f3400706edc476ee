import * as z from 'zod';
import type { ReviewThread } from '#domain/model/review.ts';
import type { PullRequest } from '#domain/model/workspace.ts';
import { reading } from './access.ts';
import { allRemarks } from './all-threads.ts';
import type { GitHubClient } from './client.ts';
import { threadsById } from './documents.ts';
import { type RemarkNode, type ThreadNode, threadNode } from './nodes.ts';

/** What is written in these threads. A thread that was deleted meanwhile is left out. */
export async function openThreads(
  client: Pick<GitHubClient, 'graphql'>,
  repository: PullRequest,
  threadIds: readonly string[],
): Promise<readonly ReviewThread[]> {
  const access = { repository, permissions: reading };
  const threads: ReviewThread[] = [];
  for (let start = 0; start < threadIds.length; start += 50) {
    const variables = { ids: threadIds.slice(start, start + 50) };
    const { data } = await client.graphql({ document: threadsById, variables }, access);
    for (const node of answer.parse(data).nodes) {
      if (node === null) continue;
      const comments = await allRemarks(client, access, node);
      threads.push(readable({ ...node, comments }));
    }
  }
  return threads;
}

const answer = z.object({ nodes: z.array(threadNode.nullable()) });

function readable({ id, path, line, originalLine, comments }: ThreadNode): ReviewThread {
  const [first, ...replies] = comments.nodes;
  const said = replies.map((reply) => `${nameOf(reply)} replied:\n${reply.body}`);
  return {
    id,
    path,
    line: line ?? originalLine ?? undefined,
    author: nameOf(first),
    body: [first?.body ?? '', ...said].join('\n\n'),
    url: first?.url ?? undefined,
  };
}

// GitHub shows the comments of deleted accounts under this name.
function nameOf(remark: RemarkNode | undefined): string {
  return remark?.author?.login ?? 'ghost';
}
