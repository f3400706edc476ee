import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openDatabase } from '#store/sqlite/open-database.ts';
import { createSqliteRunStore } from '#store/sqlite/run-store.ts';
import { claimStatement } from '#store/sqlite/runs/claims.ts';
import { aNewTask, aRun, runId, workerId } from '../test/support/samples.ts';
import { printTable } from './table.ts';

const run = runId('run-1');
const worker = workerId('worker-1');
const rounds = 6;
const perRound = 300;
const leaseMs = 60_000;

/** Claims per second through the store, against the same statement bare, in turns over the same tasks. */
export async function benchSqliteClaims(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'ratchetr-bench-'));
  const path = join(folder, 'state.db');
  const database = openDatabase({ path });
  const store = createSqliteRunStore({ database });
  await store.init();
  await store.createRun(aRun());
  const tasks = Array.from({ length: rounds * perRound * 2 }, (_, n) =>
    aNewTask({ id: `task-${n}`, fingerprint: `${n}`, priority: n % 10 }),
  );
  await store.addTasks({ runId: run, batch: 'plan-1', tasks, now: Date.now() });
  const bare = openBare(path);
  const seconds = { store: 0, bare: 0 };
  for (let round = 0; round < rounds; round += 1) {
    seconds.store += await timed(async (n) => {
      const token = `${round}-${n}`;
      const request = { runId: run, worker, now: Date.now(), leaseMs, token, claimers: 1 };
      const { kind } = await store.claimNextTask(request);
      if (kind !== 'claimed') throw new Error(`nothing to claim: ${kind}`);
    });
    seconds.bare += await timed((n) => bare.claim(`${round}-${n}-bare`));
  }
  bare.close();
  database.close();
  rmSync(folder, { recursive: true });
  const rate = (spent: number): number => (rounds * perRound) / spent;
  const [stored, plain] = [rate(seconds.store), rate(seconds.bare)];
  printTable(
    'SQLite: claims per second, one claimer, synchronous=FULL',
    ['store', 'bare statement', 'store / bare'],
    [[stored.toFixed(0), plain.toFixed(0), (stored / plain).toFixed(2)]],
  );
}

function openBare(path: string): { claim(token: string): void; close(): void } {
  const connection = new DatabaseSync(path);
  connection.exec('PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON');
  const statement = connection.prepare(claimStatement);
  return {
    claim: (token) => {
      const now = Date.now();
      const row = statement.get(run, now, worker, now + leaseMs, token);
      if (row === undefined) throw new Error('nothing to claim');
    },
    close: () => connection.close(),
  };
}

async function timed(work: (n: number) => Promise<void> | void): Promise<number> {
  const start = performance.now();
  for (let n = 0; n < perRound; n += 1) await work(n);
  return (performance.now() - start) / 1000;
}
