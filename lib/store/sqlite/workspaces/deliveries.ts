import { type Delivery, delivery } from '#model/workspace.ts';
import type { Database } from '../database.ts';
import { insert, keepLast } from '../insert.ts';
import { createRowMap } from '../row-map.ts';
import { transaction } from '../transaction.ts';

const deliveries = createRowMap<Delivery>('delivery', delivery, {
  id: 'delivery_id',
  outcome: 'outcome',
  receivedAt: 'received_at',
  expiresAt: 'expires_at',
});

/** The first one stands, unless it is past its time. */
export function recordDelivery(database: Database, received: Delivery): void {
  const row = deliveries.toRow(received);
  const isPast = 'WHERE deliveries.expires_at <= excluded.received_at';
  const onConflict = `${keepLast(row, 'delivery_id')} ${isPast}`;
  transaction(database, () => insert(database, { table: 'deliveries', row, onConflict }));
}

export function findDelivery(database: Database, id: string, now: number): Delivery | undefined {
  const row = database.get(
    'SELECT * FROM deliveries WHERE delivery_id = ? AND expires_at > ?',
    id,
    now,
  );
  return row && deliveries.fromRow(row);
}
