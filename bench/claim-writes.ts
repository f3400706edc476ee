import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type * as z from 'zod';
import { windowSize } from '#store/dynamo/claim-window.ts';
import { claimOrder } from '#repair/rules/tasks/readiness.ts';
import { type DynamoEndpoint, freshTable, startDynamo } from '../test/support/dynamo.ts';
import { aNewTask, aRun, runId } from '../test/support/samples.ts';
import { claimCounts, type claimOrders } from './claimer-process.ts';
import { dynamoStores } from './stores.ts';
import { printTable } from './table.ts';

const program = fileURLToPath(new URL('claimer-process.ts', import.meta.url));
const run = runId('run-1');
const workMs = 20;

interface Measured {
  readonly writesPerClaim: number;
  readonly inversion: number;
}

/** Conditional writes that a successful claim costs, windowed and naive, in the same run. */
export async function benchClaimWrites(): Promise<void> {
  const endpoint = await startDynamo();
  const rows: string[][] = [];
  for (const claimers of [1, 8, 64]) {
    const tasks = Math.max(200, claimers * 16);
    const windowed = await measure(endpoint, { claimers, tasks, way: 'windowed' });
    const naive = await measure(endpoint, { claimers, tasks, way: 'naive' });
    rows.push([
      `${claimers}`,
      `${tasks}`,
      `${windowSize(claimers)}`,
      windowed.writesPerClaim.toFixed(2),
      naive.writesPerClaim.toFixed(2),
      (naive.writesPerClaim / windowed.writesPerClaim).toFixed(2),
      `${windowed.inversion}`,
    ]);
  }
  await endpoint.close();
  printTable(
    `DynamoDB: conditional writes per successful claim, ${workMs} ms of work between claims`,
    ['claimers', 'tasks', 'window', 'windowed', 'naive', 'naive / windowed', 'largest inversion'],
    rows,
  );
}

async function measure(
  endpoint: DynamoEndpoint,
  { claimers, tasks, way }: { claimers: number; tasks: number; way: 'windowed' | 'naive' },
): Promise<Measured> {
  const table = await freshTable(endpoint);
  const { runs } = dynamoStores(table);
  await runs.createRun(aRun());
  const plan = Array.from({ length: tasks }, (_, n) =>
    aNewTask({ id: `task-${n}`, fingerprint: `${n}`, priority: (n * 7) % 10 }),
  );
  await runs.addTasks({ runId: run, batch: 'plan-1', tasks: plan, now: Date.now() });
  const processes = Math.min(4, claimers);
  const orders = {
    url: endpoint.url,
    table: table.name,
    runId: run,
    claimers: claimers / processes,
    allClaimers: claimers,
    workMs,
    way,
  };
  const counts = await Promise.all(Array.from({ length: processes }, () => start(orders)));
  const claims = counts.flatMap((count) => count.claims);
  if (new Set(claims.map(({ task }) => task)).size !== tasks || claims.length !== tasks) {
    throw new Error(`${claims.length} claims for ${tasks} tasks`);
  }
  const order = new Map(plan.map((task) => [`TASK#${task.id}`, claimOrder(task)]));
  return {
    writesPerClaim: counts.reduce((sum, count) => sum + count.writes, 0) / tasks,
    inversion: largestInversion(
      claims.map((claim) => ({ ...claim, order: order.get(claim.task) ?? '' })),
    ),
  };
}

/** For each claim: more urgent tasks that nobody had asked for when it was answered. */
function largestInversion(
  claims: readonly { readonly order: string; readonly askedAt: number; readonly at: number }[],
): number {
  const passedOver = claims.map(
    (mine) => claims.filter((other) => other.order < mine.order && other.askedAt > mine.at).length,
  );
  return Math.max(...passedOver);
}

async function start(orders: z.input<typeof claimOrders>): Promise<z.infer<typeof claimCounts>> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [program, JSON.stringify(orders)],
    {
      maxBuffer: 64 * 1024 * 1024,
    },
  );
  return claimCounts.parse(JSON.parse(stdout));
}
