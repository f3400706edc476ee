import { openDatabase } from '#store/sqlite/open-database.ts';
import { createSqliteRunStore } from '#store/sqlite/run-store.ts';
import { aNewTask, aRun, runId, t0 } from '../../../support/samples.ts';

/** Adds one plan after another and says so after each, until somebody kills it. */
const [path = '', first = ''] = process.argv.slice(2);
const database = openDatabase({ path });
const store = createSqliteRunStore({ database });
await store.init();
await store.createRun(aRun());
for (let plan = Number(first); ; plan += 1) {
  const id = `plan-${plan}`;
  const parts = Array.from({ length: 20 }, (_, index) => `${id}.part-${index}`);
  const tasks = [
    aNewTask({ id, fingerprint: id, description: 'x'.repeat(20_000) }),
    ...parts.map((part) => aNewTask({ id: part, fingerprint: part, dependsOn: [id] })),
  ];
  await store.addTasks({ runId: runId('run-1'), batch: id, tasks, now: t0 });
  process.stdout.write(`${id}\n`);
}
