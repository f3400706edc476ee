import { hash } from 'node:crypto';
import * as z from 'zod';
import { runId, timestamp } from '#model/ids.ts';
import type { CapacityPool, CapacitySlot, Taker } from './capacity.ts';
import { updateFields } from './assignment.ts';
import { toExpirySeconds } from './expiry.ts';
import { deleteItemIf, queryPartition, updateItem } from './items.ts';
import { capacityPk, type Key, keys } from './keys.ts';
import type { DynamoTable } from './table.ts';

const slotItem = z.object({
  sk: z.string(),
  runId,
  launch: z.int(),
  heldUntil: timestamp,
  taskRef: z.string().optional(),
});
type SlotItem = z.infer<typeof slotItem>;

/** A slot is one item; it is taken by one conditional write, so two can never have the same. */
export function createDynamoCapacityPool(table: DynamoTable, size: number): CapacityPool {
  return {
    size,
    take: (taker, times) => takeSlot(table, { size, taker, ...times }),
    assign: async (taker, taskRef) => {
      for (const slot of await querySlotsOfTaker(table, taker)) {
        const { ConditionExpression, ExpressionAttributeValues } = requireTaker(taker);
        await updateItem(table, slotKey(slot), {
          UpdateExpression: 'SET taskRef = :taskRef',
          ConditionExpression,
          ExpressionAttributeValues: { ...ExpressionAttributeValues, ':taskRef': taskRef },
        });
      }
    },
    giveBack: async (taker) => {
      for (const slot of await querySlotsOfTaker(table, taker)) {
        const own = requireTaker(taker);
        await deleteItemIf(table, slotKey(slot), {
          ...own,
          // The caller may be a second sender, and the first has started the worker.
          ConditionExpression: `${own.ConditionExpression} AND attribute_not_exists(taskRef)`,
        });
      }
    },
    free: async (taskRefs) => {
      const over = new Set(taskRefs);
      for (const slot of await querySlots(table)) {
        const { taskRef } = slot;
        if (taskRef === undefined || !over.has(taskRef)) continue;
        await deleteItemIf(table, slotKey(slot), {
          ConditionExpression: 'taskRef = :taskRef',
          ExpressionAttributeValues: { ':taskRef': taskRef },
        });
      }
    },
    taken: async (now) =>
      (await querySlots(table)).filter(({ heldUntil }) => heldUntil > now).map(toCapacitySlot),
  };
}

interface SlotRequest {
  readonly size: number;
  readonly taker: Taker;
  readonly now: number;
  readonly until: number;
}

/** Others may be faster at every slot that was free when it was read, so it is read again. */
const mostReads = 3;

async function takeSlot(table: DynamoTable, wanted: SlotRequest): Promise<'taken' | 'full'> {
  for (let read = 0; read < mostReads; read += 1) {
    const slots = await querySlots(table);
    const { runId: id, number } = wanted.taker;
    const own = slots.find(({ runId: holder, launch }) => holder === id && launch === number);
    const candidates = own === undefined ? findFreeSlots(slots, wanted) : [slotKey(own)];
    if (candidates.length === 0) return 'full';
    for (const key of candidates) if (await takeOrKeepSlot(table, key, wanted)) return 'taken';
  }
  return 'full';
}

/** Takes a slot that is free, or keeps the one that is this launch's already, its worker included. */
async function takeOrKeepSlot(table: DynamoTable, key: Key, wanted: SlotRequest): Promise<boolean> {
  return (await takeFreeSlot(table, key, wanted)) || (await keepOwnSlot(table, key, wanted));
}

async function takeFreeSlot(
  table: DynamoTable,
  key: Key,
  { taker, now, until }: SlotRequest,
): Promise<boolean> {
  const taken = updateFields({
    runId: taker.runId,
    launch: taker.number,
    heldUntil: until,
    ttl: toExpirySeconds(until),
    taskRef: undefined,
  });
  const outcome = await updateItem(table, key, {
    ...taken,
    ConditionExpression: 'attribute_not_exists(pk) OR heldUntil <= :now',
    ExpressionAttributeValues: { ...taken.ExpressionAttributeValues, ':now': now },
  });
  return outcome.kind === 'done';
}

async function keepOwnSlot(
  table: DynamoTable,
  key: Key,
  { taker, until }: SlotRequest,
): Promise<boolean> {
  const kept = updateFields({ heldUntil: until, ttl: toExpirySeconds(until) });
  const own = requireTaker(taker);
  const outcome = await updateItem(table, key, {
    ...kept,
    ConditionExpression: own.ConditionExpression,
    ExpressionAttributeValues: {
      ...kept.ExpressionAttributeValues,
      ...own.ExpressionAttributeValues,
    },
  });
  return outcome.kind === 'done';
}

/** Begins somewhere else for every launch, and for the same one always at the same slot, so that it meets itself. */
function findFreeSlots(
  slots: readonly SlotItem[],
  { size, taker, now }: SlotRequest,
): readonly Key[] {
  const held = new Set(slots.filter(({ heldUntil }) => heldUntil > now).map(({ sk }) => sk));
  // After the pool was made smaller, slots beyond its end may still be taken.
  if (held.size >= size) return [];
  const start = Number.parseInt(hash('sha256', `${taker.runId}#${taker.number}`).slice(0, 8), 16);
  const all = Array.from({ length: size }, (_, index) => keys.capacity((start + index) % size));
  return all.filter(({ sk }) => !held.has(sk));
}

async function querySlots(table: DynamoTable): Promise<readonly SlotItem[]> {
  return z.array(slotItem).parse(await queryPartition(table, capacityPk));
}

async function querySlotsOfTaker(table: DynamoTable, { runId: id, number }: Taker) {
  const slots = await querySlots(table);
  return slots.filter(({ runId: holder, launch }) => holder === id && launch === number);
}

function requireTaker({ runId: id, number }: Taker) {
  return {
    ConditionExpression: 'runId = :runId AND launch = :launch',
    ExpressionAttributeValues: { ':runId': id, ':launch': number },
  };
}

function slotKey({ sk }: SlotItem): Key {
  return { pk: capacityPk, sk };
}

function takerOf({ runId: id, launch }: SlotItem): Taker {
  return { runId: id, number: launch };
}

function toCapacitySlot(slot: SlotItem): CapacitySlot {
  return { taker: takerOf(slot), taskRef: slot.taskRef, until: slot.heldUntil };
}
