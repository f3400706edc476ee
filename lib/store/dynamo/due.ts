import { type WorkspaceId, workspaceId } from '#model/ids.ts';
import type { DueWorkspace, WorkspaceStore } from '#ratchet/needs/workspace-store.ts';
import { getItem, queryItems, updateItem } from './items.ts';
import { duePk, dueShardPk, dueShards, keys } from './keys.ts';
import { dueIndex, type DynamoTable } from './table.ts';

type DueQuery = Parameters<WorkspaceStore['listDue']>[0];

/** Reads the due part of every shard; a workspace that is not due costs nothing. */
export async function queryDueItems(
  table: DynamoTable,
  query: DueQuery,
): Promise<readonly DueWorkspace[]> {
  const shards = Array.from({ length: dueShards }, (_, shard) =>
    queryDueShard(table, shard, query),
  );
  const due = (await Promise.all(shards)).flat();
  return due.toSorted((a, b) => a.dueAt - b.dueAt).slice(0, query.limit);
}

async function queryDueShard(
  table: DynamoTable,
  shard: number,
  query: DueQuery,
): Promise<DueWorkspace[]> {
  const due: DueWorkspace[] = [];
  const items = queryItems(table, {
    IndexName: dueIndex,
    KeyConditionExpression: 'duePk = :pk AND dueAt <= :now',
    ExpressionAttributeValues: { ':pk': dueShardPk(shard), ':now': query.now },
    Limit: query.limit,
  });
  for await (const item of items) {
    due.push({ id: workspaceId.parse(String(item['pk']).slice(2)), dueAt: Number(item['dueAt']) });
    if (due.length >= query.limit) break;
  }
  return due;
}

export async function postponeItem(
  table: DynamoTable,
  due: DueWorkspace,
  dueAt: number,
): Promise<'postponed' | 'lost'> {
  const outcome = await updateItem(table, keys.head(due.id), {
    UpdateExpression: 'SET dueAt = :dueAt',
    ConditionExpression: 'dueAt = :listed',
    ExpressionAttributeValues: { ':dueAt': dueAt, ':listed': due.dueAt },
  });
  return outcome.kind === 'done' ? 'postponed' : 'lost';
}

/**
 * One write, or two when the workspace is due already. What each of them finds is in its condition: a decision that
 * is committed in between moves the next look, and then both are tried again.
 */
export async function wakeItem(
  table: DynamoTable,
  id: WorkspaceId,
  at: number,
): Promise<'woken' | 'unknown'> {
  for (;;) {
    if (await wakeEarlier(table, id, at)) return 'woken';
    if (await wakeDueItem(table, id, at)) return 'woken';
    if ((await getItem(table, keys.head(id))) === undefined) return 'unknown';
  }
}

async function wakeEarlier(table: DynamoTable, id: WorkspaceId, at: number): Promise<boolean> {
  const outcome = await updateItem(table, keys.head(id), {
    UpdateExpression: 'SET dueAt = :at, duePk = :pk ADD wakeSeq :one',
    ConditionExpression: 'attribute_exists(pk) AND (attribute_not_exists(dueAt) OR dueAt > :at)',
    ExpressionAttributeValues: { ':at': at, ':pk': duePk(id), ':one': 1 },
  });
  return outcome.kind === 'done';
}

async function wakeDueItem(table: DynamoTable, id: WorkspaceId, at: number): Promise<boolean> {
  const outcome = await updateItem(table, keys.head(id), {
    UpdateExpression: 'ADD wakeSeq :one',
    ConditionExpression: 'dueAt <= :at',
    ExpressionAttributeValues: { ':at': at, ':one': 1 },
  });
  return outcome.kind === 'done';
}
