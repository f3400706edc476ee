import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import type { DynamoTable } from '#store/dynamo/table.ts';
import { systemClock } from '#platform/system/clock.ts';
import { createIds } from '#platform/system/ids.ts';
import { runId } from '#model/ids.ts';
import { connect } from '../test/support/dynamo.ts';
import { claimHead } from './naive-claim.ts';
import { dynamoStores } from './stores.ts';

/** What one process of claimers is told: it claims until nothing is left and finishes nothing. */
export const claimOrders = z.object({
  url: z.string(),
  table: z.string(),
  runId,
  claimers: z.int(),
  allClaimers: z.int(),
  workMs: z.number(),
  way: z.enum(['windowed', 'naive']),
});

export const claimCounts = z.object({
  claims: z.array(z.object({ task: z.string(), askedAt: z.number(), at: z.number() })),
  writes: z.int(),
});

if (import.meta.main) process.stdout.write(JSON.stringify(await claimAll(process.argv[2] ?? '')));

async function claimAll(orders: string): Promise<z.infer<typeof claimCounts>> {
  const { url, table: name, claimers, workMs, ...rest } = claimOrders.parse(JSON.parse(orders));
  const table = { client: connect(url), name };
  const writes = countUpdates(table);
  const claims: z.infer<typeof claimCounts>['claims'] = [];
  const next = claimer(table, { ...rest, workMs });
  const work = async (): Promise<void> => {
    for (;;) {
      const askedAt = instant();
      const task = await next();
      if (task === undefined) return;
      claims.push({ task, askedAt, at: instant() });
      await sleep(workMs);
    }
  };
  await Promise.all(Array.from({ length: claimers }, work));
  return { claims, writes: writes() };
}

function claimer(
  table: DynamoTable,
  orders: Pick<z.infer<typeof claimOrders>, 'runId' | 'allClaimers' | 'way' | 'workMs'>,
): () => Promise<string | undefined> {
  const { runId: run, allClaimers, way, workMs } = orders;
  if (way === 'naive') return () => claimHead(table, run);
  const ids = createIds({ clock: systemClock });
  const worker = ids.workerId();
  const { runs: store } = dynamoStores(table);
  return async () => {
    for (;;) {
      const now = Date.now();
      const request = { runId: run, worker, now, leaseMs: 600_000, claimers: allClaimers };
      const outcome = await store.claimNextTask({ ...request, token: ids.token() });
      if (outcome.kind === 'claimed') return `TASK#${outcome.task.id}`;
      if (outcome.kind === 'complete') return undefined;
      // Nothing is finished here, so once everything is claimed there is nothing to wait for.
      if ((await store.listTasks(run)).every((task) => task.status === 'running')) return undefined;
      await sleep(workMs);
    }
  };
}

function instant(): number {
  return performance.timeOrigin + performance.now();
}

function countUpdates({ client }: DynamoTable): () => number {
  let count = 0;
  client.middlewareStack.add(
    (next, context) => (args) => {
      count += Number(context['commandName'] === 'UpdateItemCommand');
      return next(args);
    },
    { step: 'initialize', name: 'count', priority: 'high' },
  );
  return () => count;
}
