import { type Delivery, delivery } from '#model/workspace.ts';
import { expiry } from './expiry.ts';
import { getItem, putIf } from './items.ts';
import { keys } from './keys.ts';
import type { DynamoTable } from './table.ts';

/** The first one counts, unless it should have been forgotten by now. */
export async function recordDelivery(table: DynamoTable, received: Delivery): Promise<void> {
  await putIf(
    table,
    { ...keys.delivery(received.id), ...received, ttl: expiry(received.expiresAt) },
    {
      ConditionExpression: 'attribute_not_exists(pk) OR expiresAt <= :now',
      ExpressionAttributeValues: { ':now': received.receivedAt },
    },
  );
}

export async function findDelivery(
  table: DynamoTable,
  id: string,
  now: number,
): Promise<Delivery | undefined> {
  const item = await getItem(table, keys.delivery(id));
  const found = item && delivery.parse(item);
  return found !== undefined && found.expiresAt > now ? found : undefined;
}
