import type { DynamoTable } from '#store/dynamo/table.ts';
import type { Message } from '#model/message.ts';
import { changeWorkspace } from '#ratchet/change-workspace.ts';
import { connect, type DynamoEndpoint, freshTable, startDynamo } from '../test/support/dynamo.ts';
import {
  aNewTask,
  anAttemptResult,
  anAttemptStart,
  aRun,
  aTransition,
  aWorkspaceState,
  runId,
  t0,
  workerId,
  workspaceId,
} from '../test/support/samples.ts';
import { meter, type Usage } from './meter.ts';
import { dynamoStores } from './stores.ts';
import { printTable } from './table.ts';

const run = runId('run-1');
const id = workspaceId('workspace-1');
// US dollars for a million units on demand in us-east-1.
const writePrice = 0.625;
const readPrice = 0.125;

type Stores = ReturnType<typeof dynamoStores>;

/** What each operation costs, in the order in which a pull request meets them. */
const operations: Readonly<Record<string, (stores: Stores) => Promise<unknown>>> = {
  'watch a pull request': ({ workspaces }) => workspaces.create(aWorkspaceState(), t0),
  wake: ({ workspaces }) => workspaces.wake(id, t0 + 1),
  'list due, one of many': ({ workspaces }) => workspaces.listDue({ now: t0 + 2, limit: 50 }),
  postpone: ({ workspaces }) => workspaces.postpone({ id, dueAt: t0 + 1 }, t0 + 120_000),
  'decision, logged and sent': decide,
  'create a run': ({ runs }) => runs.createRun(aRun({ workspaceId: id })),
  'add 10 tasks, 1 dependency': ({ runs }) =>
    runs.addTasks({ runId: run, batch: 'plan-1', now: t0, tasks: tasks() }),
  'claim, 1 claimer': (stores) => claim(stores, 1),
  'claim, 64 claimers': (stores) => claim(stores, 64),
  'renew a lease': ({ runs }) =>
    runs.renewLease({ runId: run, taskId: first, fence: 1, until: t0 + 90_000 }),
  'begin an attempt': ({ runs }) => runs.createAttempt(anAttemptStart({ taskId: first })),
  'finish, frees a dependant': ({ runs }) =>
    runs.finishAttempt(anAttemptResult({ taskId: first, outcome: 'succeeded' })),
};

const first = tasks()[0]?.id ?? aNewTask().id;

export async function benchCapacity(): Promise<void> {
  const endpoint = await startDynamo();
  const rows = await measure(endpoint, await freshTable(endpoint));
  await endpoint.close();
  printTable(
    'DynamoDB: capacity units by the documented rules, index entries included',
    ['operation', 'requests', 'write units', 'of these indexes', 'read units', '$ per million'],
    rows,
  );
}

async function measure(
  endpoint: DynamoEndpoint,
  { name }: DynamoTable,
): Promise<readonly string[][]> {
  const table = { client: connect(endpoint.url), name };
  const stores = dynamoStores(table);
  const metered = meter(table, connect(endpoint.url));
  const rows: string[][] = [];
  for (const [operation, perform] of Object.entries(operations)) {
    metered.reset();
    await perform(stores);
    rows.push([operation, ...cells(metered.usage)]);
  }
  return rows;
}

function cells({ requests, writeUnits, indexUnits, readUnits }: Usage): string[] {
  const price = writeUnits * writePrice + readUnits * readPrice;
  return [requests, writeUnits, indexUnits, readUnits, price.toFixed(2)].map(String);
}

function tasks() {
  return Array.from({ length: 10 }, (_, n) =>
    aNewTask({ id: `task-${n}`, fingerprint: `${n}`, dependsOn: n === 9 ? ['task-0'] : [] }),
  );
}

async function claim({ runs }: Stores, claimers: number): Promise<void> {
  const outcome = await runs.claimNextTask({
    runId: run,
    worker: workerId('worker-1'),
    now: t0,
    leaseMs: 60_000,
    token: `claim-${claimers}`,
    claimers,
  });
  if (outcome.kind !== 'claimed') throw new Error(`nothing to claim: ${outcome.kind}`);
}

async function decide({ workspaces }: Stores): Promise<void> {
  const sent: Message[] = [];
  const deps = {
    workspaces,
    queue: { send: async (messages: readonly Message[]) => void sent.push(...messages) },
    clock: { now: () => t0 },
    ids: { token: () => 'decision-1' },
  };
  const { rev: _, workspaceId: __, ...transition } = aTransition();
  const outcome = await changeWorkspace(deps, id, ({ state }) => ({
    next: { ...state, lastCheckedAt: t0 },
    transition,
    commands: [{ kind: 'report' }],
    dueAt: t0 + 60_000,
  }));
  if (outcome.kind !== 'changed' || sent.length !== 1) throw new Error('no decision was made');
}
