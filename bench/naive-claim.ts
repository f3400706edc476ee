import * as z from 'zod';
import { claimableIndex, type DynamoTable } from '#store/dynamo/table.ts';
import { queryItems, updateItem } from '#store/dynamo/items.ts';
import { claimPk } from '#store/dynamo/keys.ts';
import type { RunId } from '#model/ids.ts';

const head = z.object({ pk: z.string(), sk: z.string() });

/** What the windowed claim is measured against: take the head of the queue, and when it is lost, again. */
export async function claimHead(table: DynamoTable, run: RunId): Promise<string | undefined> {
  for (;;) {
    const found = await queryItems(table, {
      IndexName: claimableIndex,
      KeyConditionExpression: 'claimPk = :pk',
      ExpressionAttributeValues: { ':pk': claimPk(run) },
      Limit: 1,
    }).next();
    if (found.done) return undefined;
    const key = head.parse(found.value);
    const outcome = await updateItem(table, key, {
      UpdateExpression: 'SET #status = :running REMOVE claimPk, claimSk',
      ConditionExpression: 'claimPk = :pk',
      ExpressionAttributeNames: { '#status': 'status' },
      ExpressionAttributeValues: { ':running': 'running', ':pk': claimPk(run) },
    });
    if (outcome.kind === 'done') return key.sk;
  }
}
