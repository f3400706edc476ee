import { workspaceId } from '#domain/model/ids.ts';
import type { DueWorkspace, WorkspaceStore } from '#ports/workspace-store.ts';
import { queryItems, update } from './items.ts';
import { dueShardPk, dueShards, keys } from './keys.ts';
import { dueIndex, type Table } from './table.ts';

type DueQuery = Parameters<WorkspaceStore['listDue']>[0];

/** Reads the due part of every shard; a workspace that is not due costs nothing. */
export async function listDue(table: Table, query: DueQuery): Promise<readonly DueWorkspace[]> {
  const shards = Array.from({ length: dueShards }, (_, shard) => listShard(table, shard, query));
  const due = (await Promise.all(shards)).flat();
  return due.toSorted((a, b) => a.dueAt - b.dueAt).slice(0, query.limit);
}

async function listShard(table: Table, shard: number, query: DueQuery): Promise<DueWorkspace[]> {
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

export async function postpone(
  table: Table,
  due: DueWorkspace,
  dueAt: number,
): Promise<'postponed' | 'lost'> {
  const outcome = await update(table, keys.head(due.id), {
    UpdateExpression: 'SET dueAt = :dueAt',
    ConditionExpression: 'dueAt = :listed',
    ExpressionAttributeValues: { ':dueAt': dueAt, ':listed': due.dueAt },
  });
  return outcome.kind === 'done' ? 'postponed' : 'lost';
}
