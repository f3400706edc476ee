import { type Delivery, delivery } from '#domain/model/workspace.ts';
import { expiry } from './expiry.ts';
import { getItem, putIfAbsent } from './items.ts';
import { keys } from './keys.ts';
import type { Table } from './table.ts';

export async function recordDelivery(table: Table, received: Delivery): Promise<void> {
  await putIfAbsent(table, {
    ...keys.delivery(received.id),
    ...received,
    ttl: expiry(received.expiresAt),
  });
}

export async function findDelivery(
  table: Table,
  id: string,
  now: number,
): Promise<Delivery | undefined> {
  const item = await getItem(table, keys.delivery(id));
  const found = item && delivery.parse(item);
  return found !== undefined && found.expiresAt > now ? found : undefined;
}
