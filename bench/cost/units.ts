import { setTimeout as sleep } from 'node:timers/promises';
import { createDynamoInstallationStore } from '#store/dynamo/installations.ts';
import { createDynamoSpending } from '#store/dynamo/spending.ts';
import type { DynamoTable } from '#store/dynamo/table.ts';
import { installationId, runId, type WorkspaceId, workerId } from '#model/ids.ts';
import type { WorkspaceStore } from '#ratchet/needs/workspace-store.ts';
import { decideNext } from '#ratchet/decide-next.ts';
import { reconcileRepository } from '#ratchet/reconcile.ts';
import {
  connect,
  type DynamoEndpoint,
  freshTable,
  startDynamo,
} from '../../test/support/dynamo.ts';
import {
  aDelivery,
  aNewTask,
  anAttemptResult,
  anAttemptStart,
  aRun,
} from '../../test/support/samples.ts';
import { type OwnPlane, silent, withOwnPlane } from '../../test/support/own-plane.ts';
import { sizeOf } from '../capacity.ts';
import { meter, type Meter } from '../meter.ts';
import { dynamoStores } from '../stores.ts';
import { idleTick } from '../tick.ts';
import { activity } from './activity.ts';

/** What one of these takes of DynamoDB. */
export interface Units {
  readonly reads: number;
  readonly writes: number;
}

export type Measured = Readonly<
  Record<'tick' | 'webhook' | 'decision' | 'look' | 'reconciled' | 'task', Units>
> & {
  /** Of a workspace as it is stored, in bytes. */
  readonly workspaceBytes: number;
};

const pulls = 10;

/** Does each of them for real, for some pull requests of a double of GitHub, and counts by the documented rules. */
export async function measureUnits(): Promise<Measured> {
  const endpoint = await startDynamo();
  try {
    const tick = await idleTick(endpoint, 0);
    return {
      tick: { reads: tick.readUnits, writes: tick.writeUnits },
      ...(await withOwnPlane(silent, { RATCHETR_TIMEOUTS_SETTLE: '0s' }, (own) =>
        measureLooks(own, endpoint),
      )),
      task: await measureTask(endpoint),
    };
  } finally {
    await endpoint.close();
  }
}

interface Ground {
  /** Around the meter. */
  readonly unmetered: WorkspaceStore;
  readonly metered: Meter;
  readonly deps: ReturnType<typeof depsOf>;
}

function depsOf({ plane }: OwnPlane, table: DynamoTable) {
  const { clock, ids } = plane;
  const limits = { attempt: 1_000_000, pullRequest: 5_000_000, month: 100_000_000 };
  return {
    ...plane,
    workspaces: dynamoStores(table).workspaces,
    installations: createDynamoInstallationStore(table),
    spending: createDynamoSpending({ table, clock, ids }, { limits }),
  };
}

async function measureLooks(own: OwnPlane, endpoint: DynamoEndpoint) {
  const { name } = await freshTable(endpoint);
  const table = { client: connect(endpoint.url), name };
  const metered = meter(table, connect(endpoint.url));
  const unmetered = dynamoStores({ client: connect(endpoint.url), name }).workspaces;
  const ground = { unmetered, metered, deps: depsOf(own, table) };
  const { shop, github, app, plane } = own;
  shop.commit('main', { 'ratchetr.yaml': 'version: 1\nenabled: true\n' });
  for (let number = 1; number <= pulls; number += 1) open(own, number);
  github.world.install(app, { account: 'octo' });
  const repository = await plane.forge.findRepository('octo', 'shop');
  if (repository === undefined) throw new Error('There is no repository');
  const watched = { repository, installationId: installationId.parse('installation-1') };
  const reconcile = () => reconcileRepository(ground.deps, watched);
  await reconcile();
  const ids = await ground.deps.workspaces.list(watched.installationId);
  // GitHub works out what merges once somebody asks, and its clock tells whole seconds.
  for (let time = 0; time < 2; time += 1) {
    await decideNext(ground.deps, ids);
    await sleep(1_100);
  }
  const look = await each(ground, ids, () => lookAgain(ground, ids));
  const reconciled = await each(ground, ids, reconcile);
  const webhook = await each(ground, ids, () => wake(ground, ids));
  for (const [index] of ids.entries()) {
    shop.commit(`branch-${index + 1}`, { 'again.txt': 'two\n' });
  }
  const decision = await each(ground, ids, () => decideNext(ground.deps, ids));
  return { look, reconciled, webhook, decision, workspaceBytes: await bytesOf(ground, ids) };
}

function open({ shop }: OwnPlane, number: number): void {
  const head = `branch-${number}`;
  const sha = shop.commit(head, { [`src/${number}.txt`]: 'one\n' }, { author: 'ann' });
  shop.openPull({ head, title: `Add ${number}`, author: 'ann' });
  const check = shop.startCheck({ sha, name: 'test' });
  shop.completeCheck(check, { conclusion: 'SUCCESS' });
}

/** The clock puts it off, and then it is looked at and nothing is new. */
async function lookAgain({ deps, unmetered }: Ground, ids: readonly WorkspaceId[]): Promise<void> {
  for (const id of ids) {
    const head = await unmetered.load(id);
    const dueAt = head?.dueAt ?? 0;
    await deps.workspaces.postpone({ id, dueAt }, dueAt + 120_000);
  }
  await decideNext(deps, ids);
}

async function wake({ deps }: Ground, ids: readonly WorkspaceId[]): Promise<void> {
  const now = deps.clock.now();
  for (const [index, id] of ids.entries()) {
    const { id: delivery } = aDelivery({ id: `delivery-${index}` });
    await deps.workspaces.findDelivery(delivery, now);
    await deps.workspaces.wake(id, now);
    await deps.workspaces.recordDelivery(aDelivery({ id: delivery, receivedAt: now }));
  }
}

async function each(
  { metered }: Ground,
  ids: readonly WorkspaceId[],
  work: () => Promise<unknown>,
): Promise<Units> {
  metered.reset();
  await work();
  const { readUnits, writeUnits } = metered.usage;
  return { reads: readUnits / ids.length, writes: writeUnits / ids.length };
}

async function bytesOf({ deps }: Ground, ids: readonly WorkspaceId[]): Promise<number> {
  const heads = await Promise.all(ids.map((id) => deps.workspaces.load(id)));
  const bytes = heads.map((head) => sizeOf(head && { ...head }));
  return bytes.reduce((sum, one) => sum + one, 0) / bytes.length;
}

/** A task of a session from its plan to its end, with one renewal of its lease a minute. */
async function measureTask(endpoint: DynamoEndpoint): Promise<Units> {
  const { name } = await freshTable(endpoint);
  const table = { client: connect(endpoint.url), name };
  const metered = meter(table, connect(endpoint.url));
  const { runs } = dynamoStores(table);
  const run = runId.parse('run-1');
  await runs.createRun(aRun());
  const tasks = Array.from({ length: activity.tasks }, (_, index) =>
    aNewTask({ id: `task-${index}`, fingerprint: `fingerprint-${index}` }),
  );
  const now = aRun().startedAt;
  await runs.addTasks({ runId: run, batch: 'round-1', tasks, now });
  for (const [index] of tasks.entries()) {
    const worker = workerId.parse('worker-1');
    const token = `token-${index}`;
    const claimed = await runs.claimNextTask({
      runId: run,
      worker,
      now,
      leaseMs: 60_000,
      token,
      claimers: 1,
    });
    if (claimed.kind !== 'claimed') throw new Error(`Nothing to claim: ${claimed.kind}`);
    const { id: taskId } = claimed.task;
    await runs.createAttempt(anAttemptStart({ taskId }));
    for (let minute = 1; minute <= activity.minutesOfFixup / activity.tasks; minute += 1) {
      await runs.renewLease({ runId: run, taskId, fence: 1, until: now + (minute + 1) * 60_000 });
    }
    await runs.finishAttempt(anAttemptResult({ taskId }));
  }
  const { readUnits, writeUnits } = metered.usage;
  return { reads: readUnits / tasks.length, writes: writeUnits / tasks.length };
}
