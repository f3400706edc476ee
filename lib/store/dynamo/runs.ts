import { runId as runIdSchema, type RunId, type WorkspaceId } from '#model/ids.ts';
import { type Run, run } from '#model/run.ts';
import type { RunListing, RunStore } from '#model/needs/run-store.ts';
import { getItem, type Item, putItem, putItemIfAbsent, queryItems, updateItem } from './items.ts';
import { keys } from './keys.ts';
import { packValue, unpackValue } from './overflow.ts';
import type { RunStoreContext } from './run-context.ts';
import type { DynamoTable } from './table.ts';

export async function putRun(
  { table, artifacts }: RunStoreContext,
  created: Run,
): Promise<'created' | 'exists'> {
  const { id, workspaceId, startedAt } = created;
  // The listing first: a reader of it skips a run that a crash kept from being made.
  if (workspaceId !== undefined) {
    await putItem(table, {
      ...keys.workspaceRun(workspaceId, startedAt, id),
      runId: id,
      startedAt,
    });
  }
  const item = {
    ...created,
    config: await packValue(artifacts, id, created.config),
    ...(created.summary && { summary: await packValue(artifacts, id, created.summary) }),
  };
  const outcome = await putItemIfAbsent(table, { ...keys.run(id), ...item });
  return outcome === 'put' ? 'created' : 'exists';
}

export async function loadRunItem(
  { table, artifacts }: RunStoreContext,
  id: RunId,
): Promise<Run | undefined> {
  const item = await getItem(table, keys.run(id));
  return item && unpackRun(artifacts, item);
}

export async function isRunItemOpen(table: DynamoTable, id: RunId): Promise<boolean> {
  const item = await getItem(table, keys.run(id));
  return item?.['status'] === 'running';
}

export async function unpackRun(artifacts: RunStoreContext['artifacts'], item: Item): Promise<Run> {
  const { config, summary, ...rest } = run.parse(item);
  return {
    ...rest,
    config: await unpackValue(artifacts, rest.id, config),
    ...(summary && { summary: await unpackValue(artifacts, rest.id, summary) }),
  };
}

export async function queryRunListings(
  table: DynamoTable,
  workspace: WorkspaceId,
  limit: number,
): Promise<readonly RunListing[]> {
  const runs: RunListing[] = [];
  const items = queryItems(table, {
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
    ExpressionAttributeValues: { ':pk': keys.head(workspace).pk, ':prefix': 'RUN#' },
    ScanIndexForward: false,
    ConsistentRead: true,
    Limit: limit,
  });
  for await (const item of items) {
    runs.push({ runId: runIdSchema.parse(item['runId']), startedAt: Number(item['startedAt']) });
    if (runs.length >= limit) break;
  }
  return runs;
}

export async function updateRunItemStatus(
  { table, artifacts }: RunStoreContext,
  { runId, status, summary, now }: Parameters<RunStore['updateRunStatus']>[0],
): Promise<'updated' | 'over' | 'unknown'> {
  const packed = summary && (await packValue(artifacts, runId, summary));
  const over = status !== 'running';
  const sets = [
    '#status = :status',
    ...(packed ? ['summary = :summary'] : []),
    ...(over ? ['finishedAt = :now'] : []),
  ];
  const outcome = await updateItem(table, keys.run(runId), {
    UpdateExpression: `SET ${sets.join(', ')}`,
    ConditionExpression: '#status = :running',
    ExpressionAttributeNames: { '#status': 'status' },
    ExpressionAttributeValues: {
      ':status': status,
      ':running': 'running',
      ...(packed && { ':summary': packed }),
      ...(over && { ':now': now }),
    },
  });
  if (outcome.kind === 'done') return 'updated';
  return (await getItem(table, keys.run(runId))) === undefined ? 'unknown' : 'over';
}
