import { hash } from 'node:crypto';
import * as z from 'zod';
import { runId, timestamp } from '#model/ids.ts';
import type { CapacityPool, CapacitySlot, Taker } from './capacity.ts';
import { assignment } from './assignment.ts';
import { expiry } from './expiry.ts';
import { deleteIf, queryPartition, update } from './items.ts';
import { capacityPk, type Key, keys } from './keys.ts';
import type { DynamoTable } from './table.ts';

const placeItem = z.object({
  sk: z.string(),
  runId,
  launch: z.int(),
  heldUntil: timestamp,
  taskRef: z.string().optional(),
});
type PlaceItem = z.infer<typeof placeItem>;

/** A place is one item; it is taken by one conditional write, so two can never have the same. */
export function createDynamoCapacityPool(table: DynamoTable, size: number): CapacityPool {
  return {
    size,
    take: (taker, times) => take(table, { size, taker, ...times }),
    assign: async (taker, taskRef) => {
      for (const place of await placesOfTaker(table, taker)) {
        const { ConditionExpression, ExpressionAttributeValues } = ifOf(taker);
        await update(table, keyOf(place), {
          UpdateExpression: 'SET taskRef = :taskRef',
          ConditionExpression,
          ExpressionAttributeValues: { ...ExpressionAttributeValues, ':taskRef': taskRef },
        });
      }
    },
    giveBack: async (taker) => {
      for (const place of await placesOfTaker(table, taker)) {
        const own = ifOf(taker);
        await deleteIf(table, keyOf(place), {
          ...own,
          // Who was told that nothing runs may be a second sender, and the first had more luck.
          ConditionExpression: `${own.ConditionExpression} AND attribute_not_exists(taskRef)`,
        });
      }
    },
    free: async (taskRefs) => {
      const over = new Set(taskRefs);
      for (const place of await placesOf(table)) {
        const { taskRef } = place;
        if (taskRef === undefined || !over.has(taskRef)) continue;
        await deleteIf(table, keyOf(place), {
          ConditionExpression: 'taskRef = :taskRef',
          ExpressionAttributeValues: { ':taskRef': taskRef },
        });
      }
    },
    taken: async (now) =>
      (await placesOf(table)).filter(({ heldUntil }) => heldUntil > now).map(placeOf),
  };
}

interface Wanted {
  readonly size: number;
  readonly taker: Taker;
  readonly now: number;
  readonly until: number;
}

/** Others may be faster at every place that looked free, so there is a second look. */
const looks = 3;

async function take(table: DynamoTable, wanted: Wanted): Promise<'taken' | 'full'> {
  for (let look = 0; look < looks; look += 1) {
    const places = await placesOf(table);
    const { runId: id, number } = wanted.taker;
    const own = places.find(({ runId: holder, launch }) => holder === id && launch === number);
    const candidates = own === undefined ? freeOf(places, wanted) : [keyOf(own)];
    if (candidates.length === 0) return 'full';
    for (const key of candidates) if (await takeOne(table, key, wanted)) return 'taken';
  }
  return 'full';
}

/** Takes a place that is free, or keeps the one that is this launch's already, its worker included. */
async function takeOne(table: DynamoTable, key: Key, wanted: Wanted): Promise<boolean> {
  return (await takeFree(table, key, wanted)) || (await keepOwn(table, key, wanted));
}

async function takeFree(
  table: DynamoTable,
  key: Key,
  { taker, now, until }: Wanted,
): Promise<boolean> {
  const taken = assignment({
    runId: taker.runId,
    launch: taker.number,
    heldUntil: until,
    ttl: expiry(until),
    taskRef: undefined,
  });
  const outcome = await update(table, key, {
    ...taken,
    ConditionExpression: 'attribute_not_exists(pk) OR heldUntil <= :now',
    ExpressionAttributeValues: { ...taken.ExpressionAttributeValues, ':now': now },
  });
  return outcome.kind === 'done';
}

async function keepOwn(table: DynamoTable, key: Key, { taker, until }: Wanted): Promise<boolean> {
  const kept = assignment({ heldUntil: until, ttl: expiry(until) });
  const own = ifOf(taker);
  const outcome = await update(table, key, {
    ...kept,
    ConditionExpression: own.ConditionExpression,
    ExpressionAttributeValues: {
      ...kept.ExpressionAttributeValues,
      ...own.ExpressionAttributeValues,
    },
  });
  return outcome.kind === 'done';
}

/** Begins somewhere else for every launch, and for the same one always at the same place, so that it meets itself. */
function freeOf(places: readonly PlaceItem[], { size, taker, now }: Wanted): readonly Key[] {
  const held = new Set(places.filter(({ heldUntil }) => heldUntil > now).map(({ sk }) => sk));
  // After the pool was made smaller, places beyond its end may be taken still.
  if (held.size >= size) return [];
  const start = Number.parseInt(hash('sha256', `${taker.runId}#${taker.number}`).slice(0, 8), 16);
  const all = Array.from({ length: size }, (_, index) => keys.capacity((start + index) % size));
  return all.filter(({ sk }) => !held.has(sk));
}

async function placesOf(table: DynamoTable): Promise<readonly PlaceItem[]> {
  return z.array(placeItem).parse(await queryPartition(table, capacityPk));
}

async function placesOfTaker(table: DynamoTable, { runId: id, number }: Taker) {
  const places = await placesOf(table);
  return places.filter(({ runId: holder, launch }) => holder === id && launch === number);
}

function ifOf({ runId: id, number }: Taker) {
  return {
    ConditionExpression: 'runId = :runId AND launch = :launch',
    ExpressionAttributeValues: { ':runId': id, ':launch': number },
  };
}

function keyOf({ sk }: PlaceItem): Key {
  return { pk: capacityPk, sk };
}

function takerOf({ runId: id, launch }: PlaceItem): Taker {
  return { runId: id, number: launch };
}

function placeOf(place: PlaceItem): CapacitySlot {
  return { taker: takerOf(place), taskRef: place.taskRef, until: place.heldUntil };
}
