import { BatchWriteCommand, GetCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { duePk, keys } from '#store/dynamo/keys.ts';
import type { DynamoTable } from '#store/dynamo/table.ts';
import { createTickStore } from '#store/dynamo/tick.ts';
import { createDynamoWorkspaceStore } from '#store/dynamo/workspace-store.ts';
import type { Metrics } from '#model/needs/metrics.ts';
import { wakeDue } from '#ratchet/wake-due.ts';
import { meter, type Usage } from '../../../bench/meter.ts';
import { connect, type DynamoEndpoint, freshTable, startDynamo } from '../../support/dynamo.ts';
import { aWorkspaceState, t0, workspaceId } from '../../support/samples.ts';

interface Costs {
  readonly tick: Usage;
  readonly listing: Usage;
}

let endpoint: DynamoEndpoint;
let alone: Costs;
let crowded: Costs;
beforeAll(async () => {
  endpoint = await startDynamo();
  alone = await costsBeside(0);
  crowded = await costsBeside(10_000);
});
afterAll(() => endpoint.close());

const dueCount = 50;
const tomorrow = t0 + 24 * 3_600_000;

describe('the cost of looking for due workspaces', () => {
  it('is the same with 10,000 idle workspaces as with none', () => {
    expect(alone.listing.itemsRead).toBe(dueCount);
    expect(crowded.listing).toEqual(alone.listing);
    expect(alone.listing.readUnits, 'sixteen shards, half a unit each').toBe(8);
  });
});

describe('the cost of a tick', () => {
  it('is the same with 10,000 idle workspaces as with none, and one write for the record of it', () => {
    expect(crowded.tick).toEqual(alone.tick);
    expect(alone.tick).toMatchObject({ requests: 17, readUnits: 8, writeUnits: 1, itemsRead: 0 });
  });
});

async function costsBeside(idle: number): Promise<Costs> {
  const table = await freshTable(endpoint);
  await createDynamoWorkspaceStore(table).create(aWorkspaceState({ id: 'idle' }), tomorrow);
  await addIdle(table, idle);
  return { tick: await costOfTick(table), listing: await costOfListing(table) };
}

/** A tick that finds nothing due, which is most of them. */
async function costOfTick(table: DynamoTable): Promise<Usage> {
  const metered = { client: connect(endpoint.url), name: table.name };
  const { usage, reset } = meterOf(metered);
  reset();
  const workspaces = createDynamoWorkspaceStore(metered);
  const metrics: Metrics = { count() {}, duration() {}, gauge() {}, flush() {} };
  const queue = { send: async () => expect.unreachable('nothing is due') };
  const taken = await wakeDue({ workspaces, queue, clock: { now: () => t0 }, metrics });
  await createTickStore(metered).record(t0);
  expect(taken).toBe(0);
  return usage();
}

async function costOfListing(table: DynamoTable): Promise<Usage> {
  const store = createDynamoWorkspaceStore(table);
  for (let n = 0; n < dueCount; n += 1) {
    await store.create(aWorkspaceState({ id: `due-${n}` }), t0 - n);
  }
  const metered = { client: connect(endpoint.url), name: table.name };
  const { usage, reset } = meterOf(metered);
  reset();
  const due = await createDynamoWorkspaceStore(metered).listDue({ now: t0, limit: 100 });
  expect(due.map(({ id }) => id).toSorted()).toEqual(
    Array.from({ length: dueCount }, (_, n) => `due-${n}`).toSorted(),
  );
  return usage();
}

function meterOf(table: DynamoTable): { usage: () => Usage; reset: () => void } {
  const metered = meter(table, connect(endpoint.url));
  return { usage: () => metered.usage, reset: () => metered.reset() };
}

/** Copies of a real workspace: every other one waits for a wake alone, the rest are looked at tomorrow. */
async function addIdle(table: DynamoTable, count: number): Promise<void> {
  const Key = keys.head(workspaceId('idle'));
  const { Item: real } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: { ...Key } }),
  );
  const { duePk: _, dueAt: __, ...head } = real ?? {};
  const items = Array.from({ length: count }, (_item, n) => {
    const id = workspaceId(`idle-${n}`);
    const look = n % 2 === 0 ? {} : { duePk: duePk(id), dueAt: tomorrow };
    return { ...head, ...keys.head(id), ...look };
  });
  for (let start = 0; start < items.length; start += 25) {
    const requests = items.slice(start, start + 25).map((Item) => ({ PutRequest: { Item } }));
    await table.client.send(new BatchWriteCommand({ RequestItems: { [table.name]: requests } }));
  }
}
