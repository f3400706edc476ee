import * as z from 'zod';
import type { PullRequest } from '#model/workspace.ts';
import type { Forge } from '#ratchet/needs/forge.ts';
import type { EndpointInput } from './endpoint.ts';
import { toRoute } from './branch-place.ts';
import { requireData } from './refusal.ts';
import { accessToReport } from './report-access.ts';
import { shortenText } from './shortened.ts';
import type { WritingDeps } from './writing-deps.ts';

// Beyond 16 digits an id comes as text.
const commentId = z.union([z.int(), z.string()]).transform(String);

const comment = z.object({
  id: commentId,
  body: z.string().nullish(),
  user: z.object({ login: z.string() }).nullable(),
});
type Comment = z.infer<typeof comment>;

/** Comments in the conversation, each found again by the marker that it begins with. */
export function createComments(deps: WritingDeps): Pick<Forge, 'addComment' | 'putComment'> {
  return {
    async putComment(pullRequest, { id, marker, markdown }) {
      const body = withMarker(marker, markdown);
      if (id !== undefined && (await editComment(deps, pullRequest, { id, body }))) return id;
      const known = await findComment(deps, pullRequest, marker);
      if (known === undefined) return makeComment(deps, pullRequest, body);
      if (known.body === body) return known.id;
      const isEdited = await editComment(deps, pullRequest, { id: known.id, body });
      return isEdited ? known.id : makeComment(deps, pullRequest, body);
    },
    async addComment(pullRequest, marker, markdown) {
      const known = await findComment(deps, pullRequest, marker);
      if (known === undefined) await makeComment(deps, pullRequest, withMarker(marker, markdown));
    },
  };
}

const longestBody = 65_000;

/** The text of a comment with the marker in front, which nobody sees. */
export function withMarker(marker: string, markdown: string): string {
  return `${marker}\n${shortenText(markdown, longestBody)}`;
}

async function findComment(
  { client }: WritingDeps,
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
  deps: WritingDeps,
  pullRequest: PullRequest,
  body: string,
): Promise<string> {
  await deps.pace();
  const request = { ...conversationRequest(pullRequest, { body }), method: 'POST' } as const;
  const answer = await deps.client.rest(request, accessToReport(pullRequest));
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
  deps: WritingDeps,
  pullRequest: PullRequest,
  { id, body }: { readonly id: string; readonly body: string },
): Promise<boolean> {
  await deps.pace();
  const path = '/repos/{owner}/{repo}/issues/comments/{comment_id}';
  const parameters = { ...toRoute(pullRequest), comment_id: id, body };
  const request = { method: 'PATCH', path, parameters } as const;
  const answer = await deps.client.rest(request, accessToReport(pullRequest));
  if (answer.status === 404 || answer.status === 410) return false;
  requireData(answer, 'edit our comment');
  return true;
}
