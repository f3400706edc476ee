import type { DynamoTable } from '#store/dynamo/table.ts';
import { createTickStore } from '#store/dynamo/tick.ts';
import { createDynamoWorkspaceStore } from '#store/dynamo/workspace-store.ts';
import { wakeDue } from '#ratchet/wake-due.ts';
import { connect, type DynamoEndpoint, freshTable, startDynamo } from '../test/support/dynamo.ts';
import { aWorkspaceState, t0, workspaceId } from '../test/support/samples.ts';
import { meter, type Usage } from './meter.ts';
import { printTable } from './table.ts';

const many = 10_000;
const atOnce = 100;
const day = 24 * 60 * 60_000;

/** A tick over a table of workspaces that nobody has to look at, against one over an empty table. */
export async function benchTick(): Promise<void> {
  const endpoint = await startDynamo();
  const [none, idle] = [await idleTick(endpoint, 0), await idleTick(endpoint, many)];
  await endpoint.close();
  const isSame = JSON.stringify(none) === JSON.stringify(idle);
  printTable(
    'A tick of which nothing comes, by the documented rules of DynamoDB',
    ['idle workspaces', 'requests', 'read units', 'write units', 'the same'],
    [rowOf(0, none, ''), rowOf(many, idle, isSame ? 'yes' : 'NO')],
  );
}

function rowOf(count: number, usage: Usage, same: string): readonly string[] {
  const { requests, readUnits, writeUnits } = usage;
  return [count, requests, readUnits, writeUnits, same].map(String);
}

/** What a tick takes where so many workspaces are watched and none is due. */
export async function idleTick(endpoint: DynamoEndpoint, count: number): Promise<Usage> {
  const { name } = await freshTable(endpoint);
  const table = { client: connect(endpoint.url), name };
  await plant(table, count);
  const metered = meter(table, connect(endpoint.url));
  await tick(table);
  return metered.usage;
}

async function tick(table: DynamoTable): Promise<void> {
  const queue = {
    send: () => Promise.reject(new Error('Nobody is due')),
  };
  const metrics = {
    count: () => undefined,
    duration: () => undefined,
    gauge: () => undefined,
    flush: () => undefined,
  };
  const workspaces = createDynamoWorkspaceStore(table);
  await wakeDue({ workspaces, queue, metrics, clock: { now: () => t0 } });
  await createTickStore(table).record(t0);
}

/** Each is to be looked at some time later. */
async function plant(table: DynamoTable, count: number): Promise<void> {
  const workspaces = createDynamoWorkspaceStore(table);
  const ids = Array.from({ length: count }, (_, index) => workspaceId(`github.com:7:${index + 1}`));
  for (let at = 0; at < count; at += atOnce) {
    await Promise.all(
      ids
        .slice(at, at + atOnce)
        .map((id, index) => workspaces.create(aWorkspaceState({ id }), t0 + day + at + index)),
    );
  }
}
