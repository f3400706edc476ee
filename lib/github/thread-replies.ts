import * as z from 'zod';
import type { PullRequest } from '#model/workspace.ts';
import type { Forge } from '#ratchet/needs/forge.ts';
import { withMarker } from './comments.ts';
import { ForgeRefusal } from './errors.ts';
import type { GraphqlError } from './graphql.ts';
import { replyInThread, threadReplies } from './mutations.ts';
import { accessToReport } from './report-access.ts';
import { toRestLogin } from './rest-login.ts';
import type { WritingDeps } from './writing-deps.ts';

/** Replies in threads of reviews: one for each marker. A thread that is gone needs none. */
export function createThreadReplies(deps: WritingDeps): Pick<Forge, 'replyInThread'> {
  return {
    async replyInThread(pullRequest, { threadId, marker, markdown }) {
      const state = await findReply(deps, pullRequest, { threadId, marker });
      if (state !== 'missing') return;
      await deps.pace();
      const variables = { threadId, body: withMarker(marker, markdown) };
      const query = { document: replyInThread, variables };
      const { data, errors } = await deps.client.graphql(query, accessToReport(pullRequest));
      if (replied.safeParse(data).success) return;
      throw threadRefusalError('reply in a thread', errors);
    },
  };
}

function threadRefusalError(what: string, errors: readonly GraphqlError[]): ForgeRefusal {
  const said = errors.map(({ message }) => message).join('; ');
  return new ForgeRefusal(422, `GitHub refused to ${what}: ${said.slice(0, 500)}`);
}

const replied = z.object({
  addPullRequestReviewThreadReply: z.object({ comment: z.object({ id: z.string() }) }),
});

const author = z.object({ kind: z.string(), login: z.string() }).nullable();

const thread = z.object({
  node: z
    .object({
      comments: z.object({
        pageInfo: z.object({
          hasPreviousPage: z.boolean(),
          startCursor: z.string().nullable(),
        }),
        nodes: z.array(z.object({ body: z.string(), author })),
      }),
    })
    .nullable(),
});

/** Newest first: our reply is rarely far from the end. */
async function findReply(
  { client }: WritingDeps,
  pullRequest: PullRequest,
  { threadId, marker }: { readonly threadId: string; readonly marker: string },
): Promise<'gone' | 'missing' | 'there'> {
  const { login } = await client.identity(pullRequest);
  for (let before: string | null = null; ;) {
    const query = { document: threadReplies, variables: { threadId, before } };
    const { data, errors } = await client.graphql(query, accessToReport(pullRequest));
    const read = thread.safeParse(data).data;
    if (read === undefined) throw threadRefusalError('read a thread', errors);
    const { node } = read;
    if (node === null) return 'gone';
    const { nodes, pageInfo } = node.comments;
    // Anybody can copy a marker.
    const own = nodes.filter((one) => one.author !== null && toRestLogin(one.author) === login);
    if (own.some(({ body }) => body.startsWith(marker))) return 'there';
    if (!pageInfo.hasPreviousPage) return 'missing';
    before = pageInfo.startCursor;
  }
}
