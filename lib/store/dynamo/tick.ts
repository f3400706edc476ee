import * as z from 'zod';
import { timestamp } from '#model/ids.ts';
import { updateFields } from './assignment.ts';
import { getItem, updateItem } from './items.ts';
import { keys } from './keys.ts';
import type { DynamoTable } from './table.ts';

export interface TickStore {
  record(at: number): Promise<void>;
  /** When the last one was complete; undefined before the first. */
  last(): Promise<number | undefined>;
}

const tick = z.object({ at: timestamp });

/** Remembers when the last tick was complete, by which an operator sees that the clock goes. */
export function createTickStore(table: DynamoTable): TickStore {
  return {
    record: async (at) => {
      const told = updateFields(tick.parse({ at }));
      await updateItem(table, keys.tick, {
        ...told,
        // Two ticks may end in any order; the later one stands.
        ConditionExpression: 'attribute_not_exists(#at) OR #at < :at',
      });
    },
    last: async () => {
      const item = await getItem(table, keys.tick);
      return item && tick.parse(item).at;
    },
  };
}
