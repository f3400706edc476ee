import * as z from 'zod';
import { sha, timestamp, workspaceId } from '#model/ids.ts';
import type { WorkspaceState } from '#model/workspace.ts';
import type { WatchedPullRequest, WorkspaceStore } from '#ratchet/needs/workspace-store.ts';
import { type Item, queryItems } from './items.ts';
import { repositoryPk } from './keys.ts';
import { repositoryIndex, type DynamoTable } from './table.ts';

const listed = z.object({
  pk: z.string(),
  number: z.int(),
  headSha: sha.optional(),
  baseRef: z.string().optional(),
  archivedAt: timestamp.optional(),
});

/** What the head of a workspace shows in the index of its repository. */
export function repositoryIndexFields({ pullRequest, observation, archivedAt }: WorkspaceState) {
  return {
    repositoryPk: repositoryPk(pullRequest.host, pullRequest.repositoryId),
    number: pullRequest.number,
    headSha: observation?.headSha,
    baseRef: observation?.baseRef,
    archivedAt,
  };
}

export async function queryOfRepository(
  table: DynamoTable,
  { host, repositoryId }: Parameters<WorkspaceStore['listOfRepository']>[0],
): Promise<readonly WatchedPullRequest[]> {
  const items = queryItems(table, {
    IndexName: repositoryIndex,
    KeyConditionExpression: 'repositoryPk = :pk',
    ExpressionAttributeValues: { ':pk': repositoryPk(host, repositoryId) },
  });
  const found: WatchedPullRequest[] = [];
  for await (const item of items) found.push(fromItem(item));
  return found;
}

function fromItem(item: Item): WatchedPullRequest {
  const { pk, archivedAt, ...pullRequest } = listed.parse(item);
  const id = workspaceId.parse(pk.slice(2));
  return { id, ...pullRequest, archived: archivedAt !== undefined };
}
