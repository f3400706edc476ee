import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import { createDynamoRunStore } from '#store/dynamo/run-store.ts';
import { createFileArtifacts } from '#platform/files/artifacts.ts';
import { openDatabase } from '#store/sqlite/open-database.ts';
import { createSqliteRunStore } from '#store/sqlite/run-store.ts';
import { systemClock } from '#platform/system/clock.ts';
import { createIds } from '#platform/system/ids.ts';
import { runId, taskId, workerId } from '#model/ids.ts';
import type { RunStore } from '#model/needs/run-store.ts';
import { connect } from './dynamo.ts';

const where = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('dynamo'),
    url: z.string(),
    table: z.string(),
    artifacts: z.string(),
  }),
  z.object({ kind: z.literal('sqlite'), path: z.string() }),
]);
export type Where = z.infer<typeof where>;

/** What one process of claimers is told to do. */
export const claimerOrders = z.object({
  where,
  runId,
  /** Claimers in this process and in all processes together. */
  claimers: z.int(),
  allClaimers: z.int(),
  workMs: z.number(),
  leaseMs: z.int(),
  /** Claims one task, says so and never finishes it: a victim to kill. */
  hang: z.boolean(),
  leaseGraceMs: z.int(),
  /** Says that it could begin, and begins when it is told. */
  waits: z.boolean().default(false),
});
export type ClaimerOrders = z.input<typeof claimerOrders>;

export const claimed = z.object({
  task: taskId,
  attemptNo: z.int(),
  worker: workerId,
  /** Milliseconds with fractions, comparable between processes of one machine. */
  askedAt: z.number(),
  claimedAt: z.number(),
  finishedAt: z.number(),
  acceptedAt: z.number(),
  accepted: z.boolean(),
});
export type Claimed = z.infer<typeof claimed>;

export const claimerReport = z.object({
  claims: z.array(claimed),
  /** Conditional updates sent by claims, lost ones included. */
  claimWrites: z.int(),
});
export type ClaimerReport = z.infer<typeof claimerReport>;

const expression = z.object({ UpdateExpression: z.string().optional() });

interface Opened {
  readonly store: RunStore;
  readonly writes: () => number;
}

if (process.argv[2] !== undefined) {
  process.stdout.write(`${JSON.stringify(await work(process.argv[2]))}\n`);
}

async function work(text: string): Promise<ClaimerReport> {
  const orders = claimerOrders.parse(JSON.parse(text));
  const { store, writes } = open(orders);
  if (orders.waits) {
    process.stdout.write('\n');
    await once(process.stdin, 'data');
  }
  const claims: Claimed[] = [];
  const ids = createIds({ clock: systemClock });
  const claimers = Array.from({ length: orders.claimers }, () =>
    claimUntilDone({ store, orders, ids, claims }),
  );
  await Promise.all(claimers);
  return { claims, claimWrites: writes() };
}

async function claimUntilDone(deps: {
  readonly store: RunStore;
  readonly orders: z.infer<typeof claimerOrders>;
  readonly ids: ReturnType<typeof createIds>;
  readonly claims: Claimed[];
}): Promise<void> {
  const { store, orders, ids, claims } = deps;
  const worker = ids.workerId();
  for (;;) {
    const askedAt = instant();
    const outcome = await store.claimNextTask({
      runId: orders.runId,
      worker,
      now: Date.now(),
      leaseMs: orders.leaseMs,
      token: ids.token(),
      claimers: orders.allClaimers,
    });
    if (outcome.kind === 'complete') return;
    if (outcome.kind === 'idle') {
      await sleep(100);
      continue;
    }
    const claimedAt = instant();
    const { id: task, attemptNo } = outcome.task;
    if (orders.hang) await hang(task);
    await sleep(orders.workMs);
    const finishedAt = instant();
    const finished = await store.finishAttempt({
      runId: orders.runId,
      taskId: task,
      attemptNo,
      finishedAt: Date.now(),
      summary: {},
      artifacts: [],
      outcome: 'succeeded',
    });
    const accepted = finished.kind === 'accepted';
    claims.push({
      task,
      attemptNo,
      worker,
      askedAt,
      claimedAt,
      finishedAt,
      acceptedAt: instant(),
      accepted,
    });
  }
}

async function hang(task: string): Promise<void> {
  process.stdout.write(`${JSON.stringify({ holding: task })}\n`);
  await sleep(600_000);
}

function open({ where: place, leaseGraceMs }: z.infer<typeof claimerOrders>): Opened {
  if (place.kind === 'sqlite') {
    const database = openDatabase({ path: place.path });
    return { store: createSqliteRunStore({ database }, { leaseGraceMs }), writes: () => 0 };
  }
  const client = connect(place.url);
  let claims = 0;
  client.middlewareStack.add(
    (next) => (args) => {
      const { UpdateExpression = '' } = expression.parse(args.input);
      claims += Number(UpdateExpression.startsWith('SET #status = :running, lease'));
      return next(args);
    },
    { step: 'initialize', name: 'count', priority: 'high' },
  );
  const store = createDynamoRunStore({
    table: { client, name: place.table },
    artifacts: createFileArtifacts({ root: place.artifacts }),
    random: Math.random,
    leaseGraceMs,
    clock: systemClock,
    sweepEveryMs: 1_000,
  });
  return { store, writes: () => claims };
}

function instant(): number {
  return performance.timeOrigin + performance.now();
}
