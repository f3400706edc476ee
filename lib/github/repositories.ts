import * as z from 'zod';
import type {
  OpenPullRequest,
  Permission,
  ForgeRepository,
  BranchPush,
  Forge,
} from '#ratchet/needs/forge.ts';
import { accessTo } from './access.ts';
import type { GitHubClient } from './client.ts';
import { openPullRequests } from './documents.ts';
import { ForgeGone, ForgeUnavailable, requireData } from './errors.ts';
import { baseTipSha } from './facts.ts';
import { digestLightNode } from './light-digest.ts';
import { lightNode } from './nodes.ts';
import { sha } from '#model/ids.ts';

/** Finds a repository under its present name, whatever name it was asked by. */
export async function findRepository(
  client: GitHubClient,
  owner: string,
  name: string,
): Promise<ForgeRepository | undefined> {
  const access = accessTo({ owner, name }, { metadata: 'read' });
  try {
    const parameters = { owner, repo: name };
    const answer = await client.rest(
      { method: 'GET', path: '/repos/{owner}/{repo}', parameters },
      access,
    );
    if (answer.status === 404) return undefined;
    const found = repositoryShape.parse(requireData(answer, `find ${owner}/${name}`));
    const { id, name: itsName, owner: itsOwner } = found;
    return {
      host: client.server.host,
      repositoryId: String(id),
      owner: itsOwner.login,
      name: itsName,
    };
  } catch (error) {
    if (error instanceof ForgeGone) return undefined;
    throw error;
  }
}

/** All open pull requests, oldest first. A page that is missing throws: less than all is no answer. */
export async function listOpenPullRequests(
  client: GitHubClient,
  repository: ForgeRepository,
): Promise<readonly OpenPullRequest[]> {
  const { owner, name } = repository;
  const access = accessTo(repository);
  const found: OpenPullRequest[] = [];
  let after: string | null = null;
  do {
    const query = { document: openPullRequests, variables: { owner, name, after } };
    const { data, errors } = await client.graphql(query, access);
    const page = listAnswer.parse(data).repository;
    if (page === null || String(page.databaseId) !== repository.repositoryId) {
      throw new ForgeGone(`${owner}/${name} no longer exists, or is another repository now`);
    }
    const hidden = errors.find(({ path }) => !(path ?? []).includes('statusCheckRollup'));
    if (hidden !== undefined) {
      throw new ForgeUnavailable(
        `GitHub left out pull requests of ${owner}/${name}: ${hidden.message}`,
      );
    }
    const { nodes, pageInfo } = page.pullRequests;
    found.push(...nodes.map((node) => toOpenPullRequest(repository, node)));
    after = pageInfo.hasNextPage ? pageInfo.endCursor : null;
  } while (after !== null);
  return found;
}

/** What an account may do in a repository now. */
export async function readPermission(
  client: GitHubClient,
  repository: ForgeRepository,
  login: string,
): Promise<Permission> {
  const { owner, name: repo } = repository;
  const access = accessTo(repository, { metadata: 'read' });
  const path = '/repos/{owner}/{repo}/collaborators/{username}/permission';
  const parameters = { owner, repo, username: login };
  const answer = await client.rest({ method: 'GET', path, parameters }, access);
  // An account that GitHub does not know here has no rights here.
  if (answer.status === 404) return 'none';
  return permissionShape.parse(requireData(answer, `tell the permission of ${login}`)).permission;
}

const repositoryShape = z.object({
  id: z.int(),
  name: z.string(),
  owner: z.object({ login: z.string() }),
});

const permissionShape = z.object({
  permission: z.enum(['none', 'read', 'write', 'admin']).catch('none'),
});

const listAnswer = z.object({
  repository: z
    .object({
      databaseId: z.int(),
      pullRequests: z.object({
        pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() }),
        nodes: z.array(lightNode),
      }),
    })
    .nullable(),
});

function toOpenPullRequest(
  repository: ForgeRepository,
  node: z.infer<typeof lightNode>,
): OpenPullRequest {
  return {
    pullRequest: { ...repository, number: node.number, nodeId: node.id },
    headSha: node.headRefOid,
    baseRef: node.baseRefName,
    baseSha: baseTipSha(node),
    light: digestLightNode(node),
  };
}

const most = 100;

/** Reads who pushed to a branch and when: the one source of it that no pusher can forge, as dates of commits can be. */
export async function listPushes(
  client: GitHubClient,
  ...[repository, branch]: Parameters<Forge['pushesOf']>
): Promise<readonly BranchPush[] | undefined> {
  const [owner = '', repo = ''] = branch.repository.split('/');
  const path = '/repos/{owner}/{repo}/activity';
  const parameters = { owner, repo, ref: `refs/heads/${branch.ref}`, per_page: most };
  // A fork is not ours: what is public of it may be read with the token for the repository that we look at.
  const access = accessTo(repository);
  const answer = await client.rest({ method: 'GET', path, parameters }, access);
  // Private forks are hidden from us, and an older server has no such page.
  if (unreadable.has(answer.status)) return undefined;
  const activity = z
    .array(entry)
    .parse(requireData(answer, `tell who pushed to ${branch.repository}`));
  return activity
    .filter(({ activity_type: kind }) => kind !== 'branch_deletion')
    .map(({ actor, timestamp: at, after }) => ({
      by: actor?.type === 'User' ? actor.login : null,
      at,
      after,
    }));
}

const unreadable: ReadonlySet<number> = new Set([403, 404, 410, 422]);

const entry = z.object({
  activity_type: z.string(),
  after: sha,
  timestamp: z.iso.datetime({ offset: true }).transform((text) => Date.parse(text)),
  actor: z.object({ login: z.string(), type: z.string() }).nullable(),
});
