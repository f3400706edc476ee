import * as z from 'zod';
import type { PullRequest } from '#model/workspace.ts';
import type { Forge } from '#ratchet/needs/forge.ts';
import type { EndpointInput } from './endpoint.ts';
import { toRoute } from './branch-place.ts';
import { accessToReport } from './access.ts';
import { shortenText } from './shorten.ts';
import type { GitHubWriter } from './writer.ts';
import { ForgeRefusal, requireData } from './errors.ts';
import type { GraphqlError } from './graphql.ts';
import { replyInThread, threadReplies } from './mutations.ts';
import { toRestLogin } from './identities.ts';

// Beyond 16 digits an id comes as text.
const commentId = z.union([z.int(), z.string()]).transform(String);

const comment = z.object({
  id: commentId,
  body: z.string().nullish(),
  user: z.object({ login: z.string() }).nullable(),
});
type Comment = z.infer<typeof comment>;

/**
 * Comments in the conversation and replies in threads of reviews, each found again by the marker that it begins with.
 * A thread that is gone needs no reply.
 */
export function createComments(writer: GitHubWriter) {
  return {
    async putComment(pullRequest, { id, marker, markdown }) {
      const body = withMarker(marker, markdown);
      if (id !== undefined && (await editComment(writer, pullRequest, { id, body }))) return id;
      const known = await findComment(writer, pullRequest, marker);
      if (known === undefined) return makeComment(writer, pullRequest, body);
      if (known.body === body) return known.id;
      const isEdited = await editComment(writer, pullRequest, { id: known.id, body });
      return isEdited ? known.id : makeComment(writer, pullRequest, body);
    },
    async addComment(pullRequest, marker, markdown) {
      const known = await findComment(writer, pullRequest, marker);
      if (known === undefined) await makeComment(writer, pullRequest, withMarker(marker, markdown));
    },
    async replyInThread(pullRequest, { threadId, marker, markdown }) {
      const state = await findReply(writer, pullRequest, { threadId, marker });
      if (state !== 'missing') return;
      await writer.pace();
      const variables = { threadId, body: withMarker(marker, markdown) };
      const query = { document: replyInThread, variables };
      const { data, errors } = await writer.client.graphql(query, accessToReport(pullRequest));
      if (replied.safeParse(data).success) return;
      throw threadRefusalError('reply in a thread', errors);
    },
  } satisfies Partial<Forge>;
}

const longestBody = 65_000;

/** The text of a comment with the marker in front, which GitHub does not show. */
function withMarker(marker: string, markdown: string): string {
  return `${marker}\n${shortenText(markdown, longestBody)}`;
}

async function findComment(
  { client }: GitHubWriter,
  pullRequest: PullRequest,
  marker: string,
): Promise<Comment | undefined> {
  const { login } = await client.identity(pullRequest);
  const request = {
    ...conversationRequest(pullRequest, { per_page: 100 }),
    method: 'GET',
    what: 'list comments',
  } as const;
  for await (const page of client.pages(request, accessToReport(pullRequest))) {
    const own = z
      .array(comment)
      .parse(page)
      .find(({ body, user }) => body?.startsWith(marker) === true && user?.login === login);
    if (own !== undefined) return own;
  }
  return undefined;
}

async function makeComment(
  writer: GitHubWriter,
  pullRequest: PullRequest,
  body: string,
): Promise<string> {
  await writer.pace();
  const request = { ...conversationRequest(pullRequest, { body }), method: 'POST' } as const;
  const answer = await writer.client.rest(request, accessToReport(pullRequest));
  return comment.parse(requireData(answer, 'make a comment')).id;
}

function conversationRequest(
  pullRequest: PullRequest,
  parameters: NonNullable<EndpointInput['parameters']>,
): Pick<EndpointInput, 'parameters' | 'path'> {
  return {
    path: '/repos/{owner}/{repo}/issues/{issue_number}/comments',
    parameters: { ...toRoute(pullRequest), issue_number: pullRequest.number, ...parameters },
  };
}

/** Whether it was still there. */
async function editComment(
  writer: GitHubWriter,
  pullRequest: PullRequest,
  { id, body }: { readonly id: string; readonly body: string },
): Promise<boolean> {
  await writer.pace();
  const path = '/repos/{owner}/{repo}/issues/comments/{comment_id}';
  const parameters = { ...toRoute(pullRequest), comment_id: id, body };
  const request = { method: 'PATCH', path, parameters } as const;
  const answer = await writer.client.rest(request, accessToReport(pullRequest));
  if (answer.status === 404 || answer.status === 410) return false;
  requireData(answer, 'edit our comment');
  return true;
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
  { client }: GitHubWriter,
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
    // Anyone who comments can copy a marker.
    const own = nodes.filter((one) => one.author !== null && toRestLogin(one.author) === login);
    if (own.some(({ body }) => body.startsWith(marker))) return 'there';
    if (!pageInfo.hasPreviousPage) return 'missing';
    before = pageInfo.startCursor;
  }
}
